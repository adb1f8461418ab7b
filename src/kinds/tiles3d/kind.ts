import { tiles3dFamily } from '../../formats/tiles3d/index.ts';
import type { Kind } from '../kind.ts';

/** Archives of 3D Tiles. */
export const tiles3d: Kind = {
  name: 'tiles3d',
  families: [tiles3dFamily],
  outputs: [],
  tools: () => [],
};
