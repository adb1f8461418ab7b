import { BARE_BYTES } from '../las/las-bytes.ts';
import type { ColumnTarget, TargetField } from './column-layout.ts';
import type { ColumnReader, Columns } from './columns.ts';
import { type PointLayout, recordBytesOf } from './point-layout.ts';
import type { PieceReader } from './piece-reader.ts';

/** Records of points of a source of columns. Points without a place are left out. */
export function recordsOfColumns(
  reader: ColumnReader,
  layout: PointLayout,
  targets: readonly ColumnTarget[],
): PieceReader {
  return {
    read: (piece) => recordsOf(reader.read(piece), layout, targets),
    close: () => reader.close(),
  };
}

type Write = (view: DataView, at: number, value: number) => void;

const clamped = (most: number, value: number): number => Math.max(0, Math.min(most, Math.round(value)));
const u8 =
  (place: number): Write =>
  (view, at, value) =>
    view.setUint8(at + place, clamped(255, value));
const u16 =
  (place: number): Write =>
  (view, at, value) =>
    view.setUint16(at + place, clamped(65_535, value), true);
const i32 =
  (place: number): Write =>
  (view, at, value) =>
    view.setInt32(at + place, Math.round(value), true);

const WRITES: Readonly<Record<TargetField & string, Write>> = {
  x: i32(0),
  y: i32(4),
  z: i32(8),
  intensity: u16(12),
  return: (view, at, value) => view.setUint8(at + 14, (view.getUint8(at + 14) & 0xf0) | clamped(15, value)),
  returns: (view, at, value) => view.setUint8(at + 14, (view.getUint8(at + 14) & 15) | (clamped(15, value) << 4)),
  class: u8(16),
  user: u8(17),
  angle: (view, at, value) => view.setInt16(at + 18, Math.round(value), true),
  source: u16(20),
  time: (view, at, value) => view.setFloat64(at + 22, value, true),
  red: u16(30),
  green: u16(32),
  blue: u16(34),
  infrared: u16(36),
};

/** By types 1 to 10 of extra bytes. */
const EXTRA: Readonly<Record<number, (view: DataView, at: number, value: number) => void>> = {
  1: (view, at, value) => view.setUint8(at, value),
  2: (view, at, value) => view.setInt8(at, value),
  3: (view, at, value) => view.setUint16(at, value, true),
  4: (view, at, value) => view.setInt16(at, value, true),
  5: (view, at, value) => view.setUint32(at, value, true),
  6: (view, at, value) => view.setInt32(at, value, true),
  9: (view, at, value) => view.setFloat32(at, value, true),
  10: (view, at, value) => view.setFloat64(at, value, true),
};

/** What a source without returns has: one return of one. */
const ONE_RETURN = 0x11;

function recordsOf({ count, values }: Columns, layout: PointLayout, targets: readonly ColumnTarget[]): Uint8Array {
  const recordBytes = recordBytesOf(layout);
  const bytes = new Uint8Array(count * recordBytes);
  const view = new DataView(bytes.buffer);
  const axes = (['x', 'y', 'z'] as const).map((axis) => values[targets.find(({ field }) => field === axis)!.column]!);
  const kept: number[] = [];
  for (let point = 0; point < count; point += 1)
    if (axes.every((axis) => Number.isFinite(axis[point]))) kept.push(point);
  const hasReturns = targets.some(({ field }) => field === 'return' || field === 'returns');
  if (!hasReturns) for (let index = 0; index < kept.length; index += 1) bytes[index * recordBytes + 14] = ONE_RETURN;
  for (const { column, field, scale, offset } of targets) {
    const write = writeOf(field, layout);
    const source = values[column]!;
    kept.forEach((point, index) => write(view, index * recordBytes, (source[point]! - offset) / scale));
  }
  return bytes.subarray(0, kept.length * recordBytes);
}

function writeOf(field: TargetField, { format, extra }: PointLayout): Write {
  if (typeof field === 'string') return WRITES[field];
  const place = BARE_BYTES[format]! + extra.slice(0, field.extra).reduce((sum, { bytes }) => sum + bytes, 0);
  const write = EXTRA[extra[field.extra]!.type]!;
  return (view, at, value) => write(view, at + place, value);
}
