import { EntryType } from '../../inspection/index.ts';
import { givenTilesOutput } from './build/build.ts';
import { tiles3dFamily } from './recognize.ts';
import type { Kind } from '../kind.ts';

/** Tilesets that others made: archives of 3D Tiles, and folders of them. */
export const tiles3d: Kind = {
  name: 'tiles3d',
  families: [tiles3dFamily],
  outputs: [givenTilesOutput],
  viewer: { types: [EntryType.Tiles3D], opens: 'scene' },
  tools: () => [],
};
