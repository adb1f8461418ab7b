import type { Columns, ColumnType } from './columns.ts';

/** A column of rows of bytes. */
export interface BinaryColumn {
  /** Place in the row, in bytes. */
  readonly offset: number;
  readonly type: Exclude<ColumnType, 'text'>;
  /** value = stored x scale + origin. Default: the stored value. */
  readonly scale?: number;
  readonly origin?: number;
}

const READS: Readonly<Record<BinaryColumn['type'], (view: DataView, at: number, isLittle: boolean) => number>> = {
  i8: (view, at) => view.getInt8(at),
  u8: (view, at) => view.getUint8(at),
  i16: (view, at, isLittle) => view.getInt16(at, isLittle),
  u16: (view, at, isLittle) => view.getUint16(at, isLittle),
  i32: (view, at, isLittle) => view.getInt32(at, isLittle),
  u32: (view, at, isLittle) => view.getUint32(at, isLittle),
  f32: (view, at, isLittle) => view.getFloat32(at, isLittle),
  f64: (view, at, isLittle) => view.getFloat64(at, isLittle),
};

/** Columns of rows of equal length. */
export function readColumns(
  view: DataView,
  count: number,
  rowBytes: number,
  columns: readonly BinaryColumn[],
  isLittle: boolean,
): Columns {
  const values = columns.map(({ type, offset, scale = 1, origin = 0 }) => {
    const read = READS[type];
    const column = new Float64Array(count);
    for (let row = 0; row < count; row += 1)
      column[row] = read(view, row * rowBytes + offset, isLittle) * scale + origin;
    return column;
  });
  return { count, values };
}
