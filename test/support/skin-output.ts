import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOutput } from '../../src/builds/outputs/index.ts';
import { EntryType } from '../../src/inspection/index.ts';

/** What builds of models wait for before they end. */
export const gate = { open: Promise.resolve() };

/** An output of models that tells which texture it was made with. */
export const skin: BuildOutput = {
  kind: 'skin',
  folder: 'skin',
  made: 'by-build',
  buildClass: 'light',
  title: 'Skin',
  artifacts: [
    {
      path: 'made.txt',
      mediaType: 'text/plain',
      title: 'Skin',
      roles: [],
      required: true,
      shown: false,
    },
  ],
  appliesTo: (type) => type === EntryType.Model,
  async build({ neighbours, scratch }) {
    const texture = (await neighbours.find(['materials/wall.png'])).get('materials/wall.png')!;
    await writeFile(join(scratch, 'made.txt'), await readFile(texture.path));
    await gate.open;
  },
};
