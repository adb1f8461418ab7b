import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import { type Box, boxesIn, contentOf, findBox } from './box.ts';
import { gpmfPlace, type GpsPlace, isGood } from './gpmf.ts';
import { mp4Position } from './mp4-position.ts';
import { isOnEarth } from './on-earth.ts';
import { trackSamples } from './track-samples.ts';
import type { VideoFacts } from './video-header.ts';

/** Sound, pictures, time code, telemetry: a handful. */
const MAX_TRACKS = 64;
/** Pieces of telemetry, of all tracks together, that are looked at: a receiver finds its satellites within five minutes. */
const MAX_TELEMETRY = 300;
/** Bytes of them; a piece has some 10 kB. */
const MAX_TELEMETRY_BYTES = 2 ** 24;
/** Seconds from 1904, where these files begin to count, to 1970. */
const EPOCH = 2_082_844_800;

export function mp4Facts(window: ByteWindow): VideoFacts | null {
  const movie = findBox(window, { start: 0, end: window.size }, 'moov');
  if (movie === null) return null;
  const header = timesOf(contentOf(window, findBox(window, movie, 'mvhd')));
  const tracks = [...boxesIn(window, movie.start, movie.end)]
    .filter(({ type }) => type === 'trak')
    .slice(0, MAX_TRACKS);
  const picture = tracks.find((track) => handlerOf(window, track) === 'vide');
  return {
    ...(picture === undefined ? NO_PICTURE : pictureFacts(window, picture)),
    duration: header === null || header.timescale === 0 ? null : header.duration / header.timescale,
    recorded: header === null || header.created <= EPOCH ? null : (header.created - EPOCH) * 1000,
    position: positionOf(window, movie, tracks),
  };
}

type PictureFacts = Pick<VideoFacts, 'width' | 'height' | 'frameRate' | 'codec'>;

const NO_PICTURE: PictureFacts = { width: null, height: null, frameRate: null, codec: null };

function pictureFacts(window: ByteWindow, track: Box): PictureFacts {
  const description = contentOf(window, findBox(window, track, 'mdia', 'minf', 'stbl', 'stsd'));
  // Version and count, then the first entry: size, type, 24 bytes that matter to players, width and height.
  if (description.length < 44) return NO_PICTURE;
  const times = timesOf(contentOf(window, findBox(window, track, 'mdia', 'mdhd')));
  const sizes = contentOf(window, findBox(window, track, 'mdia', 'minf', 'stbl', 'stsz'));
  const frames = sizes.length < 12 ? 0 : sizes.readUInt32BE(8);
  return {
    width: description.readUInt16BE(40),
    height: description.readUInt16BE(42),
    frameRate: times === null || times.duration === 0 ? null : (frames * times.timescale) / times.duration,
    codec: plainText(description.toString('latin1', 12, 16), 4),
  };
}

const handlerOf = (window: ByteWindow, track: Box): string =>
  contentOf(window, findBox(window, track, 'mdia', 'hdlr')).toString('latin1', 8, 12);

/** Values that stand for an unknown length. */
const UNKNOWN = [0xffff_ffff, 0xffff_ffff_ffff_ffffn] as const;

/** Times of `mvhd` and `mdhd`, which begin alike: seconds since 1904, units a second, length in units (0 when not known). */
export function timesOf(content: Buffer): { created: number; timescale: number; duration: number } | null {
  if (content.length < 20) return null;
  if (content[0] === 0) {
    const length = content.readUInt32BE(16);
    return {
      created: content.readUInt32BE(4),
      timescale: content.readUInt32BE(12),
      duration: length === UNKNOWN[0] ? 0 : length,
    };
  }
  if (content.length < 32) return null;
  const length = content.readBigUInt64BE(24);
  return {
    created: Number(content.readBigUInt64BE(4)),
    timescale: content.readUInt32BE(20),
    duration: length === UNKNOWN[1] ? 0 : Number(length),
  };
}

/** What GoPro's telemetry knows well, what the film says of itself, what else the telemetry knows. */
function positionOf(window: ByteWindow, movie: Box, tracks: readonly Box[]): VideoFacts['position'] {
  const place = telemetryPlace(window, tracks);
  if (place !== undefined && isGood(place)) return place.position;
  const position = mp4Position(window, movie);
  return position !== null && isOnEarth(position) ? position : (place?.position ?? null);
}

/** The first good place of GoPro's telemetry, which is a track of its own; the best one where none is good. */
function telemetryPlace(window: ByteWindow, tracks: readonly Box[]): GpsPlace | undefined {
  let [left, bytes] = [MAX_TELEMETRY, MAX_TELEMETRY_BYTES];
  let best: GpsPlace | undefined;
  for (const track of tracks) {
    const table = findBox(window, track, 'mdia', 'minf', 'stbl');
    if (table === null || contentOf(window, findBox(window, table, 'stsd')).toString('latin1', 12, 16) !== 'gpmd')
      continue;
    for (const piece of trackSamples(window, table, left)) {
      left -= 1;
      if (piece === null) continue;
      bytes -= piece.length;
      best = gpmfPlace(piece, best);
      if ((best !== undefined && isGood(best)) || bytes < 0) return best;
    }
  }
  return best;
}
