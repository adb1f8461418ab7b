import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { aviFacts } from './avi.ts';
import { matroskaFacts } from './matroska.ts';
import { mp4Facts } from './mp4.ts';
import type { VideoFacts } from './video-header.ts';

export type VideoContainer = 'mp4' | 'matroska' | 'avi';

const READERS = { mp4: mp4Facts, matroska: matroskaFacts, avi: aviFacts } as const;

/** Reads the header of a video, wherever it lies in the file: whole boxes are stepped over, never read. Null when there is none. */
export default function videoFacts(request: {
  readonly path: string;
  readonly container: VideoContainer;
}): VideoFacts | null {
  const window = openWindow(request.path);
  try {
    return READERS[request.container](window);
  } finally {
    window.close();
  }
}
