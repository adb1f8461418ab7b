import { EntryType } from '../../inspection/index.ts';
import { radOutput } from './build/build.ts';
import { splatFamily } from './recognize.ts';
import type { Kind } from '../kind.ts';

/** Gaussian splats. */
export const splat: Kind = {
  name: 'splat',
  families: [splatFamily],
  outputs: [radOutput],
  viewer: { types: [EntryType.GaussianSplat], opens: 'scene' },
  tools: () => [],
};
