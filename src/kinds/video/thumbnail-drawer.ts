import { videoFrame } from './video-frame.ts';
import { EntryType } from '../../inspection/index.ts';
import { drawByProgram, type Drawer } from '../../thumbnails/index.ts';

/** Videos: the first frame, where ffmpeg is installed. */
export const videoDrawer: Drawer = {
  draws: ({ type }) => type === EntryType.Video || type === EntryType.GeoVideo,
  version: ({ hash }) => `video1-${hash}`,
  draw: ({ hash }, wanted, tools, signal) =>
    drawByProgram('frame.jpg', wanted, tools, signal, (destination) =>
      videoFrame(tools.engine, { source: tools.blobs.locate(hash), destination, size: wanted.size }, { signal }),
    ),
};
