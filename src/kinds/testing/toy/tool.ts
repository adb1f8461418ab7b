import Type, { type Static } from 'typebox';
import { EntryType } from '../../../inspection/index.ts';
import type { Tool } from '../../../tasks/index.ts';
import { pathField, withWords } from '../../../tasks/tool-kit/index.ts';
import { toyFacts } from './read/operations.ts';

const TYPES = [EntryType.DroneDB];
const Parameters = withWords(Type.Object({ path: pathField('A marker.', TYPES) }, { additionalProperties: false }), {
  path: 'Marker',
});

/** Tells how bright a marker is. */
export const measureToy: Tool<typeof Parameters> = {
  id: 'measure-toy',
  version: '1',
  title: 'Measure brightness',
  description: 'Measures how bright a marker is.',
  parameters: Parameters,
  access: 'read',
  artifact: null,
  offers: [{ on: 'file', types: TYPES, parameter: 'path' }],
  async plan({ parameters, entries }) {
    const entry = await entries.require(parameters.path, TYPES);
    return { path: entry.path, reads: [entry], estimatedBytes: 0 };
  },
  async run({ parameters, entries, engine, locate, signal }) {
    const { path }: Static<typeof Parameters> = parameters;
    const entry = await entries.require(path, TYPES);
    const { colour } = await engine.call(toyFacts, { path: locate(entry) }, { signal });
    return { facts: { brightness: Math.max(...colour) } };
  },
};
