import { tiles3dFamily } from './recognize.ts';
import type { Kind } from '../kind.ts';

/** Archives of 3D Tiles. */
export const tiles3d: Kind = {
  name: 'tiles3d',
  families: [tiles3dFamily],
  outputs: [],
  tools: () => [],
};
