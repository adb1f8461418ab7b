import { splatFamily } from './recognize.ts';
import type { Kind } from '../kind.ts';

/** Gaussian splats. */
export const splat: Kind = {
  name: 'splat',
  families: [splatFamily],
  outputs: [],
  tools: () => [],
};
