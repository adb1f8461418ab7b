import {
  directoryOf,
  directorySizes,
  layoutOf,
  type TiffLayout,
  typeBytes,
  unsigned,
} from '../../../geodata/tiff/directory.ts';
import { RasterError } from '../raster-error.ts';
import type { ByteSource } from './byte-source.ts';
import { COG_LIMITS } from './cog-limits.ts';

/** A stretch of the file, `end` exclusive, in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

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
  const layout = await readHeader(source, signal);
  const taken: ByteRange[] = [{ start: 0, end: layout.big ? 16 : 8 }];
  const seen = new Set<number>();
  for (let offset = layout.firstDirectory; offset !== 0;) {
    if (seen.has(offset)) throw new RasterError('invalid', 'The TIFF file lists the same image twice, in a circle.');
    if (seen.size === COG_LIMITS.images) {
      throw new RasterError('limit', `The TIFF file holds more than ${COG_LIMITS.images} images.`);
    }
    seen.add(offset);
    offset = await readDirectory(source, layout, offset, taken, signal);
  }
  if (seen.size === 0) throw new RasterError('invalid', 'The TIFF file holds no image.');
  return mergeRanges(taken);
}

async function readHeader(source: ByteSource, signal?: AbortSignal): Promise<TiffLayout> {
  if (source.size < 16) throw new RasterError('invalid', 'The file is too short to be a TIFF file.');
  const head = await read(source, 0, 16, signal);
  const layout = layoutOf(head);
  if (layout === null) {
    const isMarked = /^(?:II|MM)/.test(head.toString('latin1', 0, 2));
    throw new RasterError('invalid', `The file is ${isMarked ? 'neither a TIFF nor a BigTIFF' : 'not a TIFF'} file.`);
  }
  const { littleEndian, big } = layout;
  const isSound =
    unsigned(head.subarray(4, 6), littleEndian) === 8 && unsigned(head.subarray(6, 8), littleEndian) === 0;
  if (big && !isSound) throw new RasterError('invalid', 'The file is neither a TIFF nor a BigTIFF file.');
  return { ...layout, firstDirectory: safe(layout.firstDirectory) };
}

/** Notes the ranges one directory takes and returns the offset of the next, 0 at the end of the chain. */
async function readDirectory(
  source: ByteSource,
  layout: TiffLayout,
  offset: number,
  taken: ByteRange[],
  signal?: AbortSignal,
): Promise<number> {
  const { countBytes, bodyBytes } = directorySizes(layout);
  const count = safe(unsigned(await read(source, offset, countBytes, signal), layout.littleEndian));
  if (count === 0 || count > COG_LIMITS.tagsPerImage) {
    throw new RasterError('limit', `A TIFF image has ${count} tags; 1 to ${COG_LIMITS.tagsPerImage} are read.`);
  }
  const start = offset + countBytes;
  const body = await read(source, start, bodyBytes(count), signal);
  taken.push({ start: offset, end: start + body.length });
  const { fields, next } = directoryOf(body, layout, start);
  for (const { tag, type, count: values, offset: at, inline } of fields) {
    const bytes = valueBytes(tag, type, safe(values));
    if (inline !== null) continue;
    if (safe(at) + bytes > source.size) {
      throw new RasterError('invalid', `TIFF tag ${tag} lies past the end of the file; the file is truncated.`);
    }
    taken.push({ start: at, end: at + bytes });
  }
  return safe(next);
}

function valueBytes(tag: number, type: number, count: number): number {
  const each = typeBytes(type);
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

/** Also refuses "negative" sizes of 64 bits, whose top bit makes them far larger than any file. */
function safe(value: number): number {
  if (!Number.isSafeInteger(value))
    throw new RasterError('invalid', 'A BigTIFF offset or length is larger than any file.');
  return value;
}

async function read(source: ByteSource, offset: number, length: number, signal?: AbortSignal): Promise<Buffer> {
  const bytes = await source.read(offset, length, signal);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
