import { RasterError } from '../raster-error.ts';
import type { ByteSource } from './byte-source.ts';
import { COG_LIMITS } from './cog-limits.ts';

/** A stretch of the file, `end` exclusive, in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface Dialect {
  readonly littleEndian: boolean;
  readonly big: boolean;
}

/** Bytes of one value of each TIFF field type; a type that is not here is refused. */
const FIELD_BYTES: Readonly<Record<number, number>> = {
  1: 1, // BYTE
  2: 1, // ASCII
  3: 2, // SHORT
  4: 4, // LONG
  5: 8, // RATIONAL
  6: 1, // SBYTE
  7: 1, // UNDEFINED
  8: 2, // SSHORT
  9: 4, // SLONG
  10: 8, // SRATIONAL
  11: 4, // FLOAT
  12: 8, // DOUBLE
  13: 4, // IFD
  16: 8, // LONG8
  17: 8, // SLONG8
  18: 8, // IFD8
};

const JPEG_TABLES = 347;
const BLOCK_INDEX_TAGS = new Set([273, 279, 324, 325]);

/**
 * Walks the chain of image file directories before the TIFF library sees the file, because that library follows a
 * cyclic chain for ever and believes any length. Reads directories only, not the values they point to.
 *
 * @returns the ranges taken by headers and tag values, merged and ascending: no block may lie in them
 * @throws RasterError `invalid` for a chain that is cyclic, endless, or points outside the file; `limit` for sizes
 *   beyond `COG_LIMITS`
 */
export async function checkIfdChain(source: ByteSource, signal?: AbortSignal): Promise<readonly ByteRange[]> {
  const { dialect, first } = await readHeader(source, signal);
  const taken: ByteRange[] = [{ start: 0, end: dialect.big ? 16 : 8 }];
  const seen = new Set<number>();
  for (let offset = first; offset !== 0;) {
    if (seen.has(offset)) throw new RasterError('invalid', 'The TIFF file lists the same image twice, in a circle.');
    if (seen.size === COG_LIMITS.images) {
      throw new RasterError('limit', `The TIFF file holds more than ${COG_LIMITS.images} images.`);
    }
    seen.add(offset);
    offset = await readDirectory(source, dialect, offset, taken, signal);
  }
  if (seen.size === 0) throw new RasterError('invalid', 'The TIFF file holds no image.');
  return mergeRanges(taken);
}

async function readHeader(source: ByteSource, signal?: AbortSignal): Promise<{ dialect: Dialect; first: number }> {
  if (source.size < 16) throw new RasterError('invalid', 'The file is too short to be a TIFF file.');
  const view = viewOf(await source.read(0, 16, signal));
  const mark = view.getUint16(0);
  if (mark !== 0x4949 && mark !== 0x4d4d) throw new RasterError('invalid', 'The file is not a TIFF file.');
  const littleEndian = mark === 0x4949;
  const version = view.getUint16(2, littleEndian);
  if (version === 42) return { dialect: { littleEndian, big: false }, first: view.getUint32(4, littleEndian) };
  if (version !== 43 || view.getUint16(4, littleEndian) !== 8 || view.getUint16(6, littleEndian) !== 0) {
    throw new RasterError('invalid', 'The file is neither a TIFF nor a BigTIFF file.');
  }
  return { dialect: { littleEndian, big: true }, first: readUint64(view, 8, littleEndian) };
}

/** Notes the ranges one directory takes and returns the offset of the next, 0 at the end of the chain. */
async function readDirectory(
  source: ByteSource,
  { littleEndian, big }: Dialect,
  offset: number,
  taken: ByteRange[],
  signal?: AbortSignal,
): Promise<number> {
  const countBytes = big ? 8 : 2;
  const entryBytes = big ? 20 : 12;
  const pointerBytes = big ? 8 : 4;
  const counter = viewOf(await source.read(offset, countBytes, signal));
  const count = big ? readUint64(counter, 0, littleEndian) : counter.getUint16(0, littleEndian);
  if (count === 0 || count > COG_LIMITS.tagsPerImage) {
    throw new RasterError('limit', `A TIFF image has ${count} tags; 1 to ${COG_LIMITS.tagsPerImage} are read.`);
  }
  const length = count * entryBytes + pointerBytes;
  const view = viewOf(await source.read(offset + countBytes, length, signal));
  taken.push({ start: offset, end: offset + countBytes + length });
  const pointerAt = (at: number) => (big ? readUint64(view, at, littleEndian) : view.getUint32(at, littleEndian));
  for (let entry = 0; entry < count; entry++) {
    const at = entry * entryBytes;
    const tag = view.getUint16(at, littleEndian);
    const bytes = valueBytes(tag, view.getUint16(at + 2, littleEndian), pointerAt(at + 4));
    if (bytes <= pointerBytes) continue;
    const start = pointerAt(at + 4 + pointerBytes);
    if (start + bytes > source.size) {
      throw new RasterError('invalid', `TIFF tag ${tag} lies past the end of the file; the file is truncated.`);
    }
    taken.push({ start, end: start + bytes });
  }
  return pointerAt(count * entryBytes);
}

function valueBytes(tag: number, type: number, count: number): number {
  const each = FIELD_BYTES[type];
  if (each === undefined) throw new RasterError('invalid', `TIFF tag ${tag} has the unknown field type ${type}.`);
  const bytes = each * count;
  const limit =
    tag === JPEG_TABLES
      ? COG_LIMITS.jpegTableBytes
      : BLOCK_INDEX_TAGS.has(tag)
        ? COG_LIMITS.blockIndexBytes
        : COG_LIMITS.otherTagBytes;
  if (bytes > limit) throw new RasterError('limit', `TIFF tag ${tag} takes ${bytes} bytes; ${limit} are read.`);
  return bytes;
}

function readUint64(view: DataView, at: number, littleEndian: boolean): number {
  const value = view.getBigUint64(at, littleEndian);
  // Also catches "negative" 64-bit sizes, whose top bit makes them far larger than any file.
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new RasterError('invalid', 'A BigTIFF offset or length is larger than any file.');
  }
  return Number(value);
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function mergeRanges(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const merged: ByteRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else {
      merged.push(range);
    }
  }
  return merged;
}
