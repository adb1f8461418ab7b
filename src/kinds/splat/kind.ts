import { EntryType } from '../../inspection/index.ts';
import { pathInBuild } from '../../builds/index.ts';
import { RAD } from './build/artifacts.ts';
import { radOutput } from './build/build.ts';
import { splatDrawer } from './draw/thumbnail-drawer.ts';
import { splatFamily } from './recognize.ts';
import { splatTools } from './tools.ts';
import type { Kind } from '../kind.ts';

/** Gaussian splats. */
export const splat: Kind = {
  name: 'splat',
  families: [splatFamily],
  outputs: [radOutput],
  drawer: () => splatDrawer(pathInBuild(radOutput, RAD)),
  covers: [{ type: EntryType.GaussianSplat, output: radOutput.kind }],
  viewer: { types: [EntryType.GaussianSplat], opens: 'scene' },
  tools: () => splatTools,
};
