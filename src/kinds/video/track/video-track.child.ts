import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { mp4Track } from './mp4-track.ts';
import { srtTrack } from './srt-track.ts';
import type { TrackPoint } from './track-points.ts';

interface VideoTrackRequest {
  /** The video. */
  readonly video: string;
  /** The file with its subtitles; null where there is none. */
  readonly subtitles: string | null;
}

/** The track of a video, from its subtitles or, where they tell no places, from its telemetry; empty where neither does. */
export default function videoTrack({ video, subtitles }: VideoTrackRequest): readonly TrackPoint[] {
  const told = subtitles === null ? [] : read(subtitles, srtTrack);
  return told.length > 0 ? told : read(video, mp4Track);
}

function read(path: string, reader: typeof mp4Track): readonly TrackPoint[] {
  using window = openWindow(path);
  return reader(window);
}
