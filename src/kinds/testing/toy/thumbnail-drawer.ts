import { readFile } from 'node:fs/promises';
import { pathInBuild } from '../../../builds/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { encodePixels } from '../../../render/index.ts';
import type { Drawer } from '../../../thumbnails/index.ts';
import { COLOUR, toyOutput } from './build.ts';

/** Draws a square of the colour that was built. */
export const toyDrawer: Drawer = {
  draws: ({ type }) => type === EntryType.DroneDB,
  file: pathInBuild(toyOutput, COLOUR),
  version: ({ file }) => (file === undefined ? null : `toy1-${file.version}`),
  async draw({ file }, { size, format }) {
    const colour = JSON.parse(await readFile(file!.path, 'utf8')) as number[];
    const data = new Uint8Array(size * size * 4).map((_, index) => (index % 4 === 3 ? 255 : colour[index % 4]!));
    return encodePixels({ data, width: size, height: size, channels: 4 }, format);
  },
};
