import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { type Box, boxesIn, contentOf, findBox } from '../read/box.ts';
import { gpmfPlace, isGood } from '../read/gpmf.ts';
import { timesOf } from '../read/mp4.ts';
import { trackSamples } from '../read/track-samples.ts';
import { type TrackPoint, trackPoints } from './track-points.ts';

const MAX_TRACKS = 64;
/** Pieces of telemetry, mostly of a second, and bytes of them. */
const [MAX_PIECES, MAX_BYTES] = [7200, 2 ** 27];

/** The track in GoPro's telemetry, which is a track of its own: the first good place of each of its pieces. */
export function mp4Track(window: ByteWindow): readonly TrackPoint[] {
  const movie = findBox(window, { start: 0, end: window.size }, 'moov');
  if (movie === null) return [];
  const tracks = [...boxesIn(window, movie.start, movie.end)].filter(({ type }) => type === 'trak');
  for (const track of tracks.slice(0, MAX_TRACKS)) {
    const table = findBox(window, track, 'mdia', 'minf', 'stbl');
    if (table === null || contentOf(window, findBox(window, table, 'stsd')).toString('latin1', 12, 16) !== 'gpmd')
      continue;
    const step = secondsOfPiece(window, track, table);
    const found = trackPoints();
    let [piece, left] = [-1, MAX_BYTES];
    for (const bytes of trackSamples(window, table, MAX_PIECES)) {
      piece += 1;
      if (bytes === null) continue;
      left -= bytes.length;
      if (left < 0) break;
      const place = gpmfPlace(bytes);
      if (place !== undefined && isGood(place)) found.add({ at: piece * step, position: place.position });
    }
    return found.points();
  }
  return [];
}

/** Seconds of a piece: those of the track by its pieces; one where the film does not say it, as cameras write one a second. */
function secondsOfPiece(window: ByteWindow, track: Box, table: Box): number {
  const times = timesOf(contentOf(window, findBox(window, track, 'mdia', 'mdhd')));
  const sizes = contentOf(window, findBox(window, table, 'stsz'));
  const samples = sizes.length < 12 ? 0 : sizes.readUInt32BE(8);
  const perChunk = contentOf(window, findBox(window, table, 'stsc'));
  const inPiece = perChunk.length < 16 ? 1 : Math.max(1, perChunk.readUInt32BE(12));
  if (times === null || times.timescale === 0 || times.duration === 0 || samples === 0) return 1;
  return (times.duration / times.timescale / samples) * inPiece;
}
