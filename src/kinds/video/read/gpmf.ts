import { isOnEarth } from './on-earth.ts';
import type { VideoFacts } from './video-header.ts';

/** Where a receiver was, and how well it knew. */
export interface GpsPlace extends Quality {
  readonly position: NonNullable<VideoFacts['position']>;
}

interface Quality {
  /** 0, 2 or 3: no fix, one of longitude and latitude, one of the altitude as well. */
  readonly fix: number;
  /** Dilution of precision: 1 is ideal. */
  readonly dilution: number;
}

/** Up to 5 a position is good to some metres; receivers that still look for satellites tell of 10 to 100. */
const LOW_DILUTION = 5;
export const isGood = ({ fix, dilution }: Quality): boolean => fix >= 3 && dilution <= LOW_DILUTION;

const isBetter = (a: Quality, b: Quality): boolean => a.fix > b.fix || (a.fix === b.fix && a.dilution < b.dilution);

/** Devices, their streams, the values: three levels. */
const MAX_DEPTH = 4;
/** Values in a piece of one second: some hundred. */
const MAX_VALUES = 4096;

/** Where a sample holds latitude, longitude and altitude: the byte, and the place of their scales. */
interface Layout {
  readonly size: number;
  readonly at: number;
  readonly scaleAt: number;
  /** Quality of a sample that tells it itself; null where the stream tells it. */
  readonly quality: ((sample: Buffer) => Quality) | null;
}

/** Dilutions are in hundredths. */
const HUNDREDTHS = 100;

const LAYOUTS: Readonly<Record<string, Layout | undefined>> = {
  GPS5: { size: 20, at: 0, scaleAt: 0, quality: null },
  GPS9: {
    size: 32,
    at: 0,
    scaleAt: 0,
    quality: (sample) => ({ fix: sample.readUInt16BE(30), dilution: sample.readUInt16BE(28) / HUNDREDTHS }),
  },
  // A drone: where its flight controller, which weighs all its instruments, believes to be.
  GLPI: { size: 16, at: 4, scaleAt: 1, quality: () => ({ fix: 3, dilution: 0 }) },
};

interface Stream extends Quality {
  readonly scale: readonly number[];
}

/**
 * The first good place in a piece of GoPro's telemetry (GPMF): values of four characters, a type, sizes and bytes, in nested
 * streams. Without one the best place of the piece, if it is better than `known`; else `known`.
 */
export function gpmfPlace(piece: Buffer, known?: GpsPlace): GpsPlace | undefined {
  let left = MAX_VALUES;
  let best = known;

  const look = (layout: Layout, content: Buffer, size: number, stream: Stream): void => {
    if (size < layout.size) return;
    for (let at = 0; at + size <= content.length; at += size) {
      const place = placeOf(layout, content.subarray(at, at + size), stream);
      if (place !== undefined && (best === undefined || isGood(place) || isBetter(place, best))) best = place;
      if (best !== undefined && isGood(best)) return;
    }
  };
  const read = (bytes: Buffer, depth: number): void => {
    let stream: Stream = { scale: [], fix: 0, dilution: Infinity };
    for (let at = 0; at + 8 <= bytes.length && (left -= 1) > 0;) {
      const key = bytes.toString('latin1', at, at + 4);
      const [type, size, count] = [bytes[at + 4]!, bytes[at + 5]!, bytes.readUInt16BE(at + 6)];
      const content = bytes.subarray(at + 8, at + 8 + size * count);
      at += 8 + Math.ceil((size * count) / 4) * 4;
      if (content.length < size * count) return;
      if (type === 0 && depth < MAX_DEPTH) read(content, depth + 1);
      if (key === 'GPSF' && content.length >= 4) stream = { ...stream, fix: content.readUInt32BE(0) };
      if (key === 'GPSP' && content.length >= 2) stream = { ...stream, dilution: content.readUInt16BE(0) / HUNDREDTHS };
      if (key === 'SCAL') stream = { ...stream, scale: numbers(content, size) };
      if (LAYOUTS[key] !== undefined) look(LAYOUTS[key], content, size, stream);
      if (best !== undefined && isGood(best)) return;
    }
  };

  read(piece, 0);
  return best;
}

/** Most scales of a position: they are among the first. */
const MAX_SCALES = 4;

const numbers = (content: Buffer, size: number): readonly number[] =>
  size !== 2 && size !== 4
    ? []
    : Array.from({ length: Math.min(MAX_SCALES, Math.floor(content.length / size)) }, (_, index) =>
        content.readIntBE(index * size, size),
      );

/** The place of a sample; `undefined` when the receiver knew none. */
function placeOf({ at, scaleAt, quality }: Layout, sample: Buffer, stream: Stream): GpsPlace | undefined {
  const { fix, dilution } = quality === null ? stream : quality(sample);
  const scale = stream.scale.slice(scaleAt, scaleAt + 3);
  if ((fix !== 2 && fix !== 3) || scale.length < 3 || scale.some((one) => one <= 0)) return undefined;
  const [latitude, longitude, altitude] = scale.map((divisor, index) => sample.readInt32BE(at + 4 * index) / divisor);
  const position = [longitude!, latitude!, altitude!] as const;
  return isOnEarth(position) ? { position, fix, dilution } : undefined;
}
