import { videoFamily } from '../../formats/video/index.ts';
import { videoDrawer } from '../../raster/thumbnails/video.ts';
import type { Kind } from '../kind.ts';

/** Videos of flights. */
export const video: Kind = {
  name: 'video',
  families: [videoFamily],
  outputs: [],
  drawer: () => videoDrawer,
  tools: () => [],
};
