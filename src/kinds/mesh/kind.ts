import { EntryType } from '../../inspection/index.ts';
import { pathInBuild } from '../../builds/index.ts';
import { modelDrawer } from './draw/thumbnail-drawer.ts';
import { NEXUS } from './nexus/artifacts.ts';
import { nxsOutput } from './nexus/build.ts';
import { meshFamily } from './recognize.ts';
import { tiles3dOutput } from './tiles/build.ts';
import { meshTools } from './tools.ts';
import type { Kind } from '../kind.ts';

/** Meshes, with or without textures. */
export const mesh: Kind = {
  name: 'mesh',
  families: [meshFamily],
  outputs: [nxsOutput, tiles3dOutput],
  drawer: () => modelDrawer(pathInBuild(nxsOutput, NEXUS)),
  covers: [{ type: EntryType.Model, output: nxsOutput.kind }],
  viewer: { types: [EntryType.Model], opens: 'scene' },
  tools: () => meshTools,
};
