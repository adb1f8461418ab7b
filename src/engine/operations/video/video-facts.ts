import { openWindow } from '../../tiff/byte-window.ts';
import { aviFacts } from './avi.ts';
import { matroskaFacts } from './matroska.ts';
import { mp4Facts } from './mp4.ts';

/** What the header of a video says; null for what it does not. */
export interface VideoFacts {
  /** Size as stored, in pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** In seconds. */
  readonly duration: number | null;
  /** Frames a second, on average. */
  readonly frameRate: number | null;
  /** Name of the compression, as the container calls it: `avc1`, `V_VP9`, `MJPG`. */
  readonly codec: string | null;
  /** When it was recorded, in milliseconds since 1970. */
  readonly recorded: number | null;
  /** Longitude, latitude and, where it is known, altitude of where it was recorded. */
  readonly position: readonly [longitude: number, latitude: number, altitude: number | null] | null;
}

export type VideoContainer = 'mp4' | 'matroska' | 'avi';

const READERS = { mp4: mp4Facts, matroska: matroskaFacts, avi: aviFacts } as const;

/** Reads the header of a video, wherever it lies in the file: whole boxes are stepped over, never read. Null when there is none. */
export function videoFacts(request: { readonly path: string; readonly container: VideoContainer }): VideoFacts | null {
  const window = openWindow(request.path);
  try {
    return READERS[request.container](window);
  } finally {
    window.close();
  }
}
