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
  readonly tag: number;
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
  return head === null ? null : layoutOf(head);
}

/** The same of the first 16 bytes of a file, or 8 of a shorter one. */
export function layoutOf(head: Buffer): TiffLayout | null {
  if (head.length < 8) return null;
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
  const { countBytes, bodyBytes } = directorySizes(layout);
  const countField = window.bytes(offset, countBytes);
  if (countField === null) return null;
  const count = unsigned(countField, layout.littleEndian);
  if (count === 0 || count > MAX_FIELDS) return null;
  const body = window.bytes(offset + countBytes, bodyBytes(count));
  if (body === null) return null;
  const { fields, next } = directoryOf(body, layout, offset + countBytes);
  return { fields: new Map(fields.map((field) => [field.tag, field])), next };
}

/** Bytes of the parts of a directory: the number of its fields, then a body of the fields and the offset of the next one. */
export function directorySizes({ big }: TiffLayout): {
  readonly countBytes: number;
  readonly bodyBytes: (count: number) => number;
} {
  const { entryBytes, offsetBytes } = widthsOf(big);
  return { countBytes: big ? 8 : 2, bodyBytes: (count) => count * entryBytes + offsetBytes };
}

const widthsOf = (big: boolean): { readonly entryBytes: number; readonly offsetBytes: number } =>
  big ? { entryBytes: 20, offsetBytes: 8 } : { entryBytes: 12, offsetBytes: 4 };

/** All fields of the body of a directory in their order, the same tag twice as well. @param start place of the body in the file */
export function directoryOf(
  body: Buffer,
  { littleEndian, big }: TiffLayout,
  start: number,
): { readonly fields: readonly TiffField[]; readonly next: number } {
  const { entryBytes, offsetBytes } = widthsOf(big);
  const end = body.length - offsetBytes;
  const fields = Array.from({ length: end / entryBytes }, (_, index): TiffField => {
    const at = index * entryBytes;
    const slotAt = at + 4 + offsetBytes;
    const slot = body.subarray(slotAt, slotAt + offsetBytes);
    const tag = unsigned(body.subarray(at, at + 2), littleEndian);
    const type = unsigned(body.subarray(at + 2, at + 4), littleEndian);
    const count = unsigned(body.subarray(at + 4, slotAt), littleEndian);
    if (count * (typeBytes(type) ?? 0) <= offsetBytes)
      return { tag, type, count, offset: start + slotAt, inline: slot };
    return { tag, type, count, offset: unsigned(slot, littleEndian), inline: null };
  });
  return { fields, next: unsigned(body.subarray(end), littleEndian) };
}

/** Bytes of a value of a type; undefined for a type that does not exist. */
export const typeBytes = (type: number): number | undefined => TYPE_BYTES[type] || undefined;

/** Whether the values of a field lie within the file. */
export function liesWithin(window: ByteWindow, field: TiffField): boolean {
  const bytes = (typeBytes(field.type) ?? 0) * field.count;
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
  const width = typeBytes(field.type) ?? 0;
  if (![1, 3, 4, 13, 16, 18].includes(field.type)) return null;
  const [begin, end] = [first * width, (first + length) * width];
  const raw = field.inline?.subarray(begin, end) ?? window.bytes(field.offset + begin, end - begin);
  if (raw === null || raw.length < end - begin) return null;
  return Array.from({ length }, (_, index) =>
    unsigned(raw.subarray(index * width, (index + 1) * width), layout.littleEndian),
  );
}

/** 1, 2, 4 or 8 bytes; above 2^53 the last digits are lost, which no check needs. */
export function unsigned(bytes: Buffer, littleEndian: boolean): number {
  if (bytes.length === 8) return Number(littleEndian ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE());
  return littleEndian ? bytes.readUIntLE(0, bytes.length) : bytes.readUIntBE(0, bytes.length);
}
