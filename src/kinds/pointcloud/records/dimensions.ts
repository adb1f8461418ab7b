import { BARE_BYTES } from '../las/las-bytes.ts';
import { unitsOf } from '../las/extra-fields.ts';
import type { PointLayout } from '../copc-build/point-layout.ts';

/** One step of a stored scan angle, in degrees (point formats 6 to 10). */
export const ANGLE_DEGREES = 0.006;

/** A value that every point has, in whole bytes of its record. */
export interface Dimension {
  /** As PDAL, EPT and STAC call it. */
  readonly name: string;
  /** Data type of extra bytes, 1 to 10: u8, i8, u16, i16, u32, i32, u64, i64, f32, f64. */
  readonly type: number;
  /** Place in the record, in bytes. */
  readonly at: number;
  /** How an extra value is stored: value = stored x scale + offset. */
  readonly units?: { readonly scale: number; readonly offset: number };
}

const [I32, U16, I16, F64] = [6, 3, 4, 10] as const;

const COMMON: readonly Dimension[] = [
  { name: 'X', type: I32, at: 0 },
  { name: 'Y', type: I32, at: 4 },
  { name: 'Z', type: I32, at: 8 },
  { name: 'Intensity', type: U16, at: 12 },
  { name: 'ScanAngleRank', type: I16, at: 18 },
  { name: 'PointSourceId', type: U16, at: 20 },
  { name: 'GpsTime', type: F64, at: 22 },
];
const COLOURS: readonly Dimension[] = [
  { name: 'Red', type: U16, at: 30 },
  { name: 'Green', type: U16, at: 32 },
  { name: 'Blue', type: U16, at: 34 },
];
const INFRARED: Dimension = { name: 'Infrared', type: U16, at: 36 };

/** Dimensions of whole bytes; the rest is in the bytes of returns, flags, class and user data (14 to 17). */
export function dimensionsOf({ format, extra }: Pick<PointLayout, 'format' | 'extra'>): readonly Dimension[] {
  let at = BARE_BYTES[format]!;
  const own = extra.flatMap((field) => {
    const { name, type, bytes } = field;
    const place = at;
    at += bytes;
    return type === 0 || name === '' ? [] : [{ name, type, at: place, units: unitsOf(field) }];
  });
  return [...COMMON, ...(format >= 7 ? COLOURS : []), ...(format === 8 ? [INFRARED] : []), ...own];
}
