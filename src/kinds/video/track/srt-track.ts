import { StringDecoder } from 'node:string_decoder';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { srtCues } from './srt-cues.ts';
import { type TrackPoint, trackPoints } from './track-points.ts';

const PIECE = 2 ** 16;
/** A cue of each picture of a video of two hours is 90 MB. */
const MOST_BYTES = 2 ** 27;
/** A line of telemetry has some hundred letters. What is longer is none. */
const LONGEST_LINE = 4096;

/** The track in the subtitles of a video, piece by piece: of a long one not all is held. */
export function srtTrack(window: ByteWindow): readonly TrackPoint[] {
  const track = trackPoints();
  const read = srtCues(track.add);
  const decoder = new StringDecoder('utf8');
  const end = Math.min(window.size, MOST_BYTES);
  let rest = '';
  for (let at = 0; at < end; at += PIECE) {
    const lines = (rest + decoder.write(window.bytes(at, Math.min(PIECE, end - at)) ?? Buffer.alloc(0))).split(/\r?\n/);
    // The piece may end within a line. Of one that is too long the beginning is enough to leave it out.
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE + 1);
    for (const line of lines) if (line.length <= LONGEST_LINE) read(line);
  }
  if (rest.length <= LONGEST_LINE) read(rest);
  return track.points();
}
