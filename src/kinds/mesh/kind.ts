import { EntryType } from '../../inspection/index.ts';
import { meshFamily } from './recognize.ts';
import { meshTools } from './tools.ts';
import type { Kind } from '../kind.ts';

/** Meshes, with or without textures. */
export const mesh: Kind = {
  name: 'mesh',
  families: [meshFamily],
  outputs: [],
  viewer: { types: [EntryType.Model], opens: 'scene' },
  tools: () => meshTools,
};
