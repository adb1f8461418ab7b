import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import type { VideoFacts } from './video-header.ts';

const ID = {
  segment: 0x18538067,
  info: 0x1549a966,
  timeScale: 0x2ad7b1,
  duration: 0x4489,
  date: 0x4461,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  frameTime: 0x23e383,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
} as const;

/** Elements side by side that are looked at: the header comes before the film, or right behind its index. */
const MAX_ELEMENTS = 10_000;
/** Elements side by side within the header: a track has some thirty. */
const MAX_INNER_ELEMENTS = 128;
const VIDEO_TRACK = 1;
/** Nanoseconds, from 2001, where these files begin to count, to 1970 in milliseconds. */
const EPOCH_MS = Date.UTC(2001, 0, 1);

interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** Matroska and WebM: nested elements of a number, a length and content. */
export function matroskaFacts(window: ByteWindow): VideoFacts | null {
  const segment = find(window, { start: 0, end: window.size }, ID.segment);
  if (segment === null) return null;
  const info = find(window, segment, ID.info, MAX_ELEMENTS);
  const tracks = find(window, segment, ID.tracks, MAX_ELEMENTS);
  if (tracks === null) return null;
  const picture = [...elementsIn(window, tracks)].find(
    (track) => track.id === ID.track && unsigned(window, find(window, track, ID.trackType)) === VIDEO_TRACK,
  );
  const video = picture === undefined ? null : find(window, picture, ID.video);
  const size = (id: number): number | null => (video === null ? null : unsigned(window, find(window, video, id)));
  const frameTime = picture === undefined ? null : unsigned(window, find(window, picture, ID.frameTime));
  const scale = info === null ? null : unsigned(window, find(window, info, ID.timeScale));
  const length = info === null ? null : float(window, find(window, info, ID.duration));
  const date = info === null ? null : signed64(window, find(window, info, ID.date));
  return {
    width: size(ID.width),
    height: size(ID.height),
    duration: length === null ? null : (length * (scale ?? 1_000_000)) / 1e9,
    frameRate: frameTime === null || frameTime === 0 ? null : 1e9 / frameTime,
    codec:
      picture === undefined ? null : plainText(bytesOf(window, find(window, picture, ID.codec)).toString('latin1'), 32),
    recorded: date === null ? null : EPOCH_MS + Math.round(date / 1e6),
    position: null,
  };
}

type Range = Pick<Element, 'start' | 'end'>;

function* elementsIn(window: ByteWindow, { start, end }: Range, limit = MAX_INNER_ELEMENTS): Generator<Element> {
  let at = start;
  for (let count = 0; count < limit && at < end; count += 1) {
    const id = variable(window, at, 4, false);
    const length = id === null ? null : variable(window, at + id.width, 8, true);
    if (id === null || length === null) return;
    const content = at + id.width + length.width;
    // A live recording does not know its length: it goes to the end.
    const stop = length.unknown ? end : content + length.value;
    if (stop > end) {
      // The segment of a film that was cut off still has its header.
      if (id.value === ID.segment) yield { id: id.value, start: content, end };
      return;
    }
    yield { id: id.value, start: content, end: stop };
    at = stop;
  }
}

function find(window: ByteWindow, within: Range, id: number, limit?: number): Element | null {
  for (const element of elementsIn(window, within, limit)) if (element.id === id) return element;
  return null;
}

/** A number whose first bits say how many bytes it has; identifiers keep these bits. */
function variable(
  window: ByteWindow,
  at: number,
  widest: number,
  strip: boolean,
): { readonly value: number; readonly width: number; readonly unknown: boolean } | null {
  const first = window.bytes(at, 1)?.[0] ?? 0;
  const width = Math.clz32(first) - 23;
  if (first === 0 || width > widest) return null;
  const bytes = window.bytes(at, width);
  if (bytes === null) return null;
  const low = strip ? first & (0xff >> width) : first;
  const value = bytes.subarray(1).reduce((sum, byte) => sum * 256 + byte, low);
  return { value, width, unknown: strip && low === 0xff >> width && bytes.subarray(1).every((byte) => byte === 0xff) };
}

function bytesOf(window: ByteWindow, element: Element | null): Buffer {
  const length = element === null ? 0 : Math.min(64, element.end - element.start);
  return (element === null ? null : window.bytes(element.start, length)) ?? Buffer.alloc(0);
}

function unsigned(window: ByteWindow, element: Element | null): number | null {
  const bytes = bytesOf(window, element);
  return bytes.length === 0 || bytes.length > 8 ? null : bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

function float(window: ByteWindow, element: Element | null): number | null {
  const bytes = bytesOf(window, element);
  if (bytes.length === 4) return bytes.readFloatBE(0);
  return bytes.length === 8 ? bytes.readDoubleBE(0) : null;
}

function signed64(window: ByteWindow, element: Element | null): number | null {
  const bytes = bytesOf(window, element);
  return bytes.length === 8 ? Number(bytes.readBigInt64BE(0)) : null;
}
