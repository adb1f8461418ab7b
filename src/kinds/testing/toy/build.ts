import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artifact, BuildOutput } from '../../../builds/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { toyFacts } from './read/operations.ts';

export const COLOUR = {
  path: 'colour.json',
  mediaType: 'application/json',
  title: 'Colour',
  roles: ['data'],
  required: true,
  shown: true,
} as const satisfies Artifact;

export const toyOutput: BuildOutput = {
  kind: 'toy',
  made: 'by-build',
  buildClass: 'light',
  folder: 'toy',
  title: 'Colour',
  artifacts: [COLOUR],
  appliesTo: (type) => type === EntryType.DroneDB,
  async build({ source, scratch, engine, signal, report }) {
    const { colour } = await engine.call(toyFacts, { path: source }, { signal });
    await writeFile(join(scratch, COLOUR.path), JSON.stringify(colour));
    report({ percent: 100, phase: 'Done' });
  },
};
