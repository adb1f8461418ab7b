import type { AnyTool } from '../../tasks/index.ts';
import { pointCloudExport } from './export/tool.ts';
import { pointCloudMerge } from './merge/tool.ts';
import { pointCloudProfile } from './profile/tool.ts';
import { pointCloudRaster } from './surface/tool.ts';

/** The tools of point clouds. */
export const pointCloudTools: readonly AnyTool[] = [
  pointCloudExport,
  pointCloudMerge,
  pointCloudProfile,
  pointCloudRaster,
];
