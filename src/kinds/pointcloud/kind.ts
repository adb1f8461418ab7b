import { EntryType } from '../../inspection/index.ts';
import { copcOutput } from './copc-build/build.ts';
import { cloudDrawer } from './draw/thumbnail-drawer.ts';
import { cloudTileDrawer } from './draw/tile-drawer.ts';
import { eptOutput } from './ept/ept-output.ts';
import { pointCloudFamily } from './recognize.ts';
import { pointCloudTools } from './tools.ts';
import type { Kind } from '../kind.ts';

/** Point clouds of scanners and of photogrammetry. */
export const pointCloud: Kind = {
  name: 'pointcloud',
  families: [pointCloudFamily],
  outputs: [copcOutput, eptOutput],
  drawer: ({ clouds }) => cloudDrawer(clouds),
  tiles: ({ clouds }) => cloudTileDrawer(clouds),
  covers: [{ type: EntryType.PointCloud, output: copcOutput.kind }],
  viewer: { types: [EntryType.PointCloud], opens: 'scene' },
  tools: () => pointCloudTools,
};
