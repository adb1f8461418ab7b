import type { ByteWindow } from './byte-window.ts';

/** Sizes in bytes of the TIFF 6.0 and BigTIFF field types, by type number. */
const TYPE_BYTES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

/** A directory of GDAL's or a camera's making has some 30 fields. */
const MAX_FIELDS = 1024;

/** Byte order and offset width of a file: all that is needed to read its directories. */
export interface TiffLayout {
  readonly littleEndian: boolean;
  readonly big: boolean;
  readonly firstDirectory: number;
}

/** One field as declared: `count` values of `type` at `offset`; `inline` holds them when they are in the directory itself. */
export interface TiffField {
  readonly type: number;
  readonly count: number;
  readonly offset: number;
  readonly inline: Buffer | null;
}

export interface TiffDirectory {
  readonly fields: ReadonlyMap<number, TiffField>;
  readonly next: number;
}

/** Reads the file header. Null when this is not a TIFF or BigTIFF file. */
export function readLayout(window: ByteWindow): TiffLayout | null {
  const head = window.bytes(0, Math.min(16, window.size));
  if (head === null || head.length < 8) return null;
  const mark = head.toString('latin1', 0, 2);
  if (mark !== 'II' && mark !== 'MM') return null;
  const littleEndian = mark === 'II';
  const version = littleEndian ? head.readUInt16LE(2) : head.readUInt16BE(2);
  if (version === 42) return { littleEndian, big: false, firstDirectory: unsigned(head.subarray(4, 8), littleEndian) };
  if (version !== 43 || head.length < 16) return null;
  return { littleEndian, big: true, firstDirectory: unsigned(head.subarray(8, 16), littleEndian) };
}

/** Reads the directory at `offset`. Null when it is not within the file or declares an unreasonable number of fields. */
export function readDirectory(window: ByteWindow, layout: TiffLayout, offset: number): TiffDirectory | null {
  const { littleEndian, big } = layout;
  const countBytes = big ? 8 : 2;
  const entryBytes = big ? 20 : 12;
  const linkBytes = big ? 8 : 4;
  const countField = window.bytes(offset, countBytes);
  if (countField === null) return null;
  const count = unsigned(countField, littleEndian);
  if (count === 0 || count > MAX_FIELDS) return null;
  const body = window.bytes(offset + countBytes, count * entryBytes + linkBytes);
  if (body === null) return null;
  const fields = new Map<number, TiffField>();
  for (let index = 0; index < count; index += 1) {
    const at = index * entryBytes;
    const entry = body.subarray(at, at + entryBytes);
    const type = unsigned(entry.subarray(2, 4), littleEndian);
    const values = unsigned(entry.subarray(4, big ? 12 : 8), littleEndian);
    const slot = entry.subarray(big ? 12 : 8);
    const inline = values * (TYPE_BYTES[type] ?? 0) <= slot.length;
    const where = inline ? offset + countBytes + at + (big ? 12 : 8) : unsigned(slot, littleEndian);
    const field = { type, count: values, offset: where, inline: inline ? slot : null };
    fields.set(unsigned(entry.subarray(0, 2), littleEndian), field);
  }
  return { fields, next: unsigned(body.subarray(count * entryBytes), littleEndian) };
}

/** Whether the values of a field lie within the file. */
export function liesWithin(window: ByteWindow, field: TiffField): boolean {
  const bytes = (TYPE_BYTES[field.type] ?? 0) * field.count;
  return bytes > 0 && field.offset + bytes <= window.size;
}

/** `length` unsigned values of a field from the `first` on; null when they are not in the file or not whole numbers. */
export function readValues(
  window: ByteWindow,
  layout: TiffLayout,
  field: TiffField,
  first = 0,
  length = field.count,
): readonly number[] | null {
  const width = TYPE_BYTES[field.type] ?? 0;
  if (![1, 3, 4, 13, 16, 18].includes(field.type)) return null;
  const [begin, end] = [first * width, (first + length) * width];
  const raw = field.inline?.subarray(begin, end) ?? window.bytes(field.offset + begin, end - begin);
  if (raw === null || raw.length < end - begin) return null;
  return Array.from({ length }, (_, index) =>
    unsigned(raw.subarray(index * width, (index + 1) * width), layout.littleEndian),
  );
}

/** 1, 2, 4 or 8 bytes; above 2^53 the last digits are lost, which no check needs. */
function unsigned(bytes: Buffer, littleEndian: boolean): number {
  if (bytes.length === 8) return Number(littleEndian ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE());
  return littleEndian ? bytes.readUIntLE(0, bytes.length) : bytes.readUIntBE(0, bytes.length);
}
