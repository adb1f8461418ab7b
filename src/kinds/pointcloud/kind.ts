import { pointCloudFamily } from './recognize.ts';
import type { Kind } from '../kind.ts';

/** Point clouds of scanners and of photogrammetry. */
export const pointCloud: Kind = {
  name: 'pointcloud',
  families: [pointCloudFamily],
  outputs: [],
  tools: () => [],
};
