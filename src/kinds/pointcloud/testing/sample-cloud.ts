import { BARE_BYTES } from '../las/las-bytes.ts';
import { extraBytesRecord, lasBytes, type LasRecordToWrite, projectedKeys } from './las-bytes.ts';
import { numbersOf } from '../../testing/random-numbers.ts';

/** A point as a test describes it; what is left out is 0, or 1 of 1 return. */
export interface SamplePoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly intensity?: number;
  readonly number?: number;
  readonly of?: number;
  readonly class?: number;
  readonly time?: number;
  readonly rgb?: readonly [number, number, number];
  /** Values of type double. */
  readonly extra?: readonly number[];
}

export interface SampleOptions {
  readonly format?: 6 | 7;
  readonly scale?: readonly number[];
  readonly offset?: readonly number[];
  /** Names of extra values. */
  readonly extra?: readonly string[];
  /** Code of a projected CRS; null: none. */
  readonly epsg?: number | null;
}

/** Corner of EPSG:32633 that lies at 15 degrees east, 36 north. */
export const SAMPLE_ORIGIN = [500_000, 4_000_000, 100] as const;

/** A LAS 1.4 file of points. */
export function sampleCloud(points: readonly SamplePoint[], options: SampleOptions = {}): Buffer {
  const { format = 7, scale = [0.01, 0.01, 0.01], offset = SAMPLE_ORIGIN, extra = [], epsg = 32_633 } = options;
  const bare = BARE_BYTES[format]!;
  const recordBytes = bare + 8 * extra.length;
  const bytes = Buffer.alloc(points.length * recordBytes);
  points.forEach((point, index) => {
    const at = index * recordBytes;
    [point.x, point.y, point.z].forEach((value, axis) =>
      bytes.writeInt32LE(Math.round((value - offset[axis]!) / scale[axis]!), at + 4 * axis),
    );
    bytes.writeUInt16LE(point.intensity ?? 0, at + 12);
    bytes.writeUInt8((point.number ?? 1) | ((point.of ?? 1) << 4), at + 14);
    bytes.writeUInt8(point.class ?? 0, at + 16);
    bytes.writeDoubleLE(point.time ?? 0, at + 22);
    if (format === 7) point.rgb?.forEach((value, band) => bytes.writeUInt16LE(value, at + 30 + 2 * band));
    point.extra?.forEach((value, field) => bytes.writeDoubleLE(value, at + bare + 8 * field));
  });
  const bounds = [Math.min, Math.max].flatMap((pick) =>
    (['x', 'y', 'z'] as const).map((axis) =>
      points.reduce((found, point) => pick(found, point[axis]), points[0]![axis]),
    ),
  );
  const records: LasRecordToWrite[] = [
    ...(epsg === null ? [] : [projectedKeys(epsg)]),
    ...(extra.length === 0 ? [] : [extraBytesRecord(...extra)]),
  ];
  return lasBytes({ minor: 4, format, recordLength: recordBytes, points: bytes, records, scale, offset, bounds });
}

/** Points anywhere in a square of so many metres, each with values of its own. */
export function scattered(count: number, seed: number, side = 100): readonly Required<SamplePoint>[] {
  const number = numbersOf(seed);
  const below = (end: number): number => Math.floor(number() * end);
  return Array.from({ length: count }, () => {
    const of = 1 + below(4);
    const metres = (most: number): number => below(most * 100) / 100;
    return {
      x: SAMPLE_ORIGIN[0] + metres(side),
      y: SAMPLE_ORIGIN[1] + metres(side),
      z: SAMPLE_ORIGIN[2] + metres(20),
      intensity: below(65_536),
      number: 1 + below(of),
      of,
      class: [1, 2, 5, 6][below(4)]!,
      time: 3e8 + below(1e9) / 1024,
      rgb: [below(65_536), below(65_536), below(65_536)],
      extra: [number() * 1000],
    };
  });
}
