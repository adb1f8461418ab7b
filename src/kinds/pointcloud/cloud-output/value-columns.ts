import { BARE_BYTES } from '../las/las-bytes.ts';
import type { ExtraField } from '../las/extra-fields.ts';
import type { PointLayout } from '../copc-build/point-layout.ts';
import { ANGLE_DEGREES } from '../records/dimensions.ts';

/** How a value is stored in a PLY file. */
export type PlyType = 'char' | 'uchar' | 'short' | 'ushort' | 'int' | 'uint' | 'float' | 'double';

/** A value of every point, in units that people read. */
export interface ValueColumn {
  /** As PDAL calls it. */
  readonly name: string;
  readonly type: PlyType;
  /** Digits behind the point; null: as many as the number needs. */
  readonly digits: number | null;
  read(view: DataView, at: number): number;
}

/** Significant digits of a 64-bit float; more would be noise. */
const MOST_DIGITS = 12;

const bits = (name: string, byte: number, shift: number, mask: number): ValueColumn => ({
  name,
  type: 'uchar',
  digits: 0,
  read: (view, at) => (view.getUint8(at + byte) >> shift) & mask,
});
const u16 = (name: string, place: number): ValueColumn => ({
  name,
  type: 'ushort',
  digits: 0,
  read: (view, at) => view.getUint16(at + place, true),
});

/** All values of a point, whatever the layout has. */
export function valueColumns(layout: PointLayout): readonly ValueColumn[] {
  const { format } = layout;
  return uniqueNames([
    ...['X', 'Y', 'Z'].map((name, axis) => coordinate(name, axis, layout)),
    u16('Intensity', 12),
    bits('ReturnNumber', 14, 0, 15),
    bits('NumberOfReturns', 14, 4, 15),
    bits('ScanDirectionFlag', 15, 6, 1),
    bits('EdgeOfFlightLine', 15, 7, 1),
    bits('Classification', 16, 0, 255),
    bits('Synthetic', 15, 0, 1),
    bits('KeyPoint', 15, 1, 1),
    bits('Withheld', 15, 2, 1),
    bits('Overlap', 15, 3, 1),
    bits('ScanChannel', 15, 4, 3),
    {
      name: 'ScanAngleRank',
      type: 'float',
      digits: 3,
      read: (view, at) => view.getInt16(at + 18, true) * ANGLE_DEGREES,
    },
    bits('UserData', 17, 0, 255),
    u16('PointSourceId', 20),
    { name: 'GpsTime', type: 'double', digits: null, read: (view, at) => view.getFloat64(at + 22, true) },
    ...(format >= 7 ? [u16('Red', 30), u16('Green', 32), u16('Blue', 34)] : []),
    ...(format === 8 ? [u16('Infrared', 36)] : []),
    ...extraColumns(layout),
  ]);
}

function coordinate(name: string, axis: number, { scale, offset }: PointLayout): ValueColumn {
  const [step, origin] = [scale[axis]!, offset[axis]!];
  return {
    name,
    type: 'double',
    digits: Math.max(digitsOf(step), digitsOf(origin)),
    read: (view, at) => view.getInt32(at + 4 * axis, true) * step + origin,
  };
}

/** Digits behind the point of a number as it was written. */
function digitsOf(value: number): number {
  for (let digits = 0; digits < MOST_DIGITS; digits += 1) if (Number(value.toFixed(digits)) === value) return digits;
  return MOST_DIGITS;
}

/** Types 1 to 10 of extra bytes. Whole numbers of 64 bits become floats of 64 bits, which are exact up to 2^53. */
const EXTRA: Readonly<Record<number, readonly [PlyType, (view: DataView, at: number) => number]>> = {
  1: ['uchar', (view, at) => view.getUint8(at)],
  2: ['char', (view, at) => view.getInt8(at)],
  3: ['ushort', (view, at) => view.getUint16(at, true)],
  4: ['short', (view, at) => view.getInt16(at, true)],
  5: ['uint', (view, at) => view.getUint32(at, true)],
  6: ['int', (view, at) => view.getInt32(at, true)],
  7: ['double', (view, at) => Number(view.getBigUint64(at, true))],
  8: ['double', (view, at) => Number(view.getBigInt64(at, true))],
  9: ['float', (view, at) => view.getFloat32(at, true)],
  10: ['double', (view, at) => view.getFloat64(at, true)],
};

function extraColumns({ format, extra }: PointLayout): readonly ValueColumn[] {
  let place = BARE_BYTES[format]!;
  return extra.flatMap((field, index) => {
    const start = place;
    place += field.bytes;
    const name = plainName(field.name) || `Extra${index + 1}`;
    const known = EXTRA[field.type];
    // Bytes that nobody describes are numbers each.
    if (known === undefined)
      return Array.from({ length: field.bytes }, (_, byte) => bits(`${name}_${byte}`, start + byte, 0, 255));
    const [type, read] = known;
    const { step, origin, isScaled } = scaleOf(field);
    if (!isScaled) return [{ name, type, digits: null, read: (view, at) => read(view, at + start) }];
    return [{ name, type: 'double', digits: null, read: (view, at) => read(view, at + start) * step + origin }];
  });
}

const [OPTIONS_AT, SCALE_AT, OFFSET_AT] = [3, 112, 136] as const;
const [HAS_SCALE, HAS_OFFSET] = [8, 16] as const;

function scaleOf({ stored }: ExtraField): {
  readonly step: number;
  readonly origin: number;
  readonly isScaled: boolean;
} {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const options = view.getUint8(OPTIONS_AT);
  const step = (options & HAS_SCALE) === 0 ? 1 : view.getFloat64(SCALE_AT, true);
  const origin = (options & HAS_OFFSET) === 0 ? 0 : view.getFloat64(OFFSET_AT, true);
  return { step, origin, isScaled: step !== 1 || origin !== 0 };
}

/** Names stand between commas and in a header that ends at line breaks. */
const plainName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/^_+|_+$/g, '');

function uniqueNames(columns: readonly ValueColumn[]): readonly ValueColumn[] {
  const known = new Set<string>();
  return columns.map((column) => {
    let { name } = column;
    for (let number = 2; known.has(name.toLowerCase()); number += 1) name = `${column.name}_${number}`;
    known.add(name.toLowerCase());
    return { ...column, name };
  });
}

/** A number as text, without digits that mean nothing; empty for what is no number. */
export function numberText(value: number, digits: number | null): string {
  if (!Number.isFinite(value)) return '';
  return digits === null ? String(value) : value.toFixed(digits);
}
