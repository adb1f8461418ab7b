import { meshFamily } from './recognize.ts';
import type { Kind } from '../kind.ts';

/** Meshes, with or without textures. */
export const mesh: Kind = {
  name: 'mesh',
  families: [meshFamily],
  outputs: [],
  tools: () => [],
};
