import { plainText } from '../../../geodata/plain-text.ts';
import { EXIF_TAGS, type ExifValue, MAX_NUMBERS, MAX_TEXT } from './exif-tags.ts';

type Fields = Map<string, ExifValue>;

/** Bytes of a value by its type, 1 to 12 (TIFF 6.0). */
const TYPE_BYTES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const ASCII = 2;
const LONG = 4;
/** Directories of cameras have some sixty fields. */
const MAX_FIELDS = 256;
const FIELD_BYTES = 12;
const EXIF_DIRECTORY = 0x8769;
const GPS_DIRECTORY = 0x8825;

/**
 * The fields of a TIFF block of EXIF that is sound in every directory and value that is asked for. Bounded: three directories,
 * a few values each.
 *
 * @returns null for a block without such a field; undefined for one that is damaged or unusual, which others may read
 */
export function readPlainExif(block: Buffer): ReadonlyMap<string, ExifValue> | null | undefined {
  const view = tiffView(block);
  const first = view && directoryAt(view, view.number(4, LONG));
  if (!view || !first) return undefined;
  const [exif, gps] = [EXIF_DIRECTORY, GPS_DIRECTORY].map((tag) => {
    const at = first.get(tag);
    if (at === undefined) return new Map<number, number>();
    return view.number(at + 2, 3) === LONG ? directoryAt(view, view.number(at + 8, LONG)) : undefined;
  });
  if (!exif || !gps) return undefined;
  const fields: Fields = new Map();
  for (const [directory, tags] of [
    [first, EXIF_TAGS.ifd0],
    [exif, EXIF_TAGS.exif],
    [gps, EXIF_TAGS.gps],
  ] as const)
    for (const [name, tag] of Object.entries(tags)) {
      const at = directory.get(tag);
      if (at === undefined) continue;
      const value = valueAt(view, at);
      if (value === undefined) return undefined;
      if (value !== null) fields.set(name, value);
    }
  return fields.size === 0 ? null : fields;
}

interface TiffView {
  readonly block: Buffer;
  /** The number of a type, which must lie within the block; NaN for a fraction of zeros. */
  number(at: number, type: number): number;
}

function tiffView(block: Buffer): TiffView | undefined {
  const mark = block.toString('latin1', 0, 4);
  if (block.length < 8 || (mark !== 'II*\0' && mark !== 'MM\0*')) return undefined;
  const little = mark === 'II*\0';
  const bytes = new DataView(block.buffer, block.byteOffset, block.length);
  const number = (at: number, type: number): number => {
    switch (type) {
      case 3:
        return bytes.getUint16(at, little);
      case LONG:
        return bytes.getUint32(at, little);
      case 5:
        return bytes.getUint32(at, little) / bytes.getUint32(at + 4, little);
      case 6:
        return bytes.getInt8(at);
      case 8:
        return bytes.getInt16(at, little);
      case 9:
        return bytes.getInt32(at, little);
      case 10:
        return bytes.getInt32(at, little) / bytes.getInt32(at + 4, little);
      case 11:
        return bytes.getFloat32(at, little);
      case 12:
        return bytes.getFloat64(at, little);
      default:
        return bytes.getUint8(at);
    }
  };
  return { block, number };
}

/** Where the field of each tag stands; the first of a tag counts. Undefined for a directory that is not whole. */
function directoryAt({ block, number }: TiffView, offset: number): ReadonlyMap<number, number> | undefined {
  if (offset < 8 || offset + 2 > block.length) return undefined;
  const count = number(offset, 3);
  if (count > MAX_FIELDS || offset + 2 + count * FIELD_BYTES > block.length) return undefined;
  const fields = new Map<number, number>();
  for (let at = offset + 2; at < offset + 2 + count * FIELD_BYTES; at += FIELD_BYTES) {
    const tag = number(at, 3);
    if (!fields.has(tag)) fields.set(tag, at);
  }
  return fields;
}

/** @returns null for a value that says nothing; undefined for one that is not within the block or of no known type */
function valueAt({ block, number }: TiffView, field: number): ExifValue | null | undefined {
  const type = number(field + 2, 3);
  const count = number(field + 4, LONG);
  const width = TYPE_BYTES[type];
  if (!width) return undefined;
  const start = count * width <= 4 ? field + 8 : number(field + 8, LONG);
  if (start + count * width > block.length) return undefined;
  if (type === ASCII)
    return plainText(block.toString('utf8', start, start + Math.min(count, 4 * MAX_TEXT)), MAX_TEXT) || null;
  if (count === 0 || count > MAX_NUMBERS) return null;
  const values = Array.from({ length: count }, (_, index) => number(start + index * width, type));
  return values.every(Number.isFinite) ? values : null;
}
