import type { VideoFacts } from './video-header.ts';

/** Devices, their streams, the values: three levels. */
const MAX_DEPTH = 4;
/** Values in a piece of one second: some hundred. */
const MAX_VALUES = 4096;

/** Where a stream holds latitude, longitude and altitude: the byte, the place of their scales, and the fix of its own if any. */
interface Layout {
  readonly at: number;
  readonly scaleAt: number;
  readonly fixAt: ((value: Buffer) => number) | null;
}

const LAYOUTS: Readonly<Record<string, Layout | undefined>> = {
  GPS5: { at: 0, scaleAt: 0, fixAt: null },
  GPS9: { at: 0, scaleAt: 0, fixAt: (value) => value.readUInt16BE(value.length - 2) },
  // Of a drone: where its flight controller, which weighs all its instruments, believes to be.
  GLPI: { at: 4, scaleAt: 1, fixAt: () => 3 },
};

interface Stream {
  readonly scale: readonly number[];
  /** 2 or 3 when the receiver knows where it is. */
  readonly fix: number;
}

/**
 * The first position in a piece of GoPro's telemetry (GPMF): values of four characters, a type, sizes and bytes, in nested
 * streams. Null when the receiver knew none.
 */
export function gpmfPosition(piece: Buffer): VideoFacts['position'] {
  let left = MAX_VALUES;

  const read = (bytes: Buffer, depth: number): VideoFacts['position'] => {
    let stream: Stream = { scale: [], fix: 0 };
    for (let at = 0; at + 8 <= bytes.length && (left -= 1) > 0;) {
      const key = bytes.toString('latin1', at, at + 4);
      const [type, size, count] = [bytes[at + 4]!, bytes[at + 5]!, bytes.readUInt16BE(at + 6)];
      const content = bytes.subarray(at + 8, at + 8 + size * count);
      at += 8 + Math.ceil((size * count) / 4) * 4;
      if (content.length < size * count) return null;
      if (type === 0 && depth < MAX_DEPTH) {
        const found = read(content, depth + 1);
        if (found !== null) return found;
      }
      if (key === 'GPSF' && content.length >= 4) stream = { ...stream, fix: content.readUInt32BE(0) };
      if (key === 'SCAL') stream = { ...stream, scale: numbers(content, size) };
      const found = LAYOUTS[key] === undefined ? null : positionOf(LAYOUTS[key], content, size, stream);
      if (found !== null) return found;
    }
    return null;
  };

  return read(piece, 0);
}

/** Of the scales of a position: they are among the first. */
const MAX_SCALES = 4;

const numbers = (content: Buffer, size: number): readonly number[] =>
  size !== 2 && size !== 4
    ? []
    : Array.from({ length: Math.min(MAX_SCALES, Math.floor(content.length / size)) }, (_, index) =>
        content.readIntBE(index * size, size),
      );

function positionOf(
  { at, scaleAt, fixAt }: Layout,
  content: Buffer,
  size: number,
  stream: Stream,
): VideoFacts['position'] {
  const scale = stream.scale.slice(scaleAt, scaleAt + 3);
  if (content.length < size || size < at + 12 || scale.length < 3 || scale.some((one) => one <= 0)) return null;
  const fix = fixAt === null ? stream.fix : fixAt(content.subarray(0, size));
  if (fix < 2) return null;
  const [latitude, longitude, altitude] = scale.map((divisor, index) => content.readInt32BE(at + 4 * index) / divisor);
  return [longitude!, latitude!, altitude!];
}
