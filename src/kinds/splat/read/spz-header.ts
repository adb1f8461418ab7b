import { constants, gunzipSync } from 'node:zlib';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { MAX_SPLATS } from './facts.ts';

/** Header of a file, of any version. */
export interface SpzHeader {
  readonly version: 1 | 2 | 3 | 4;
  /** Declared number of splats. */
  readonly count: number;
  /** Degree of the spherical harmonics, 0 to 4. */
  readonly degree: number;
  /** Fractional bits of coordinates; version 1 has 16-bit floats instead. */
  readonly fractionBits: number;
  readonly flags: number;
  /** Number of streams in version 4. */
  readonly streams: number;
  /** True where the header is not within a gzip stream. */
  readonly plain: boolean;
  /** Most splats that a file of this size can hold. */
  readonly room: number;
}

/** "NGSP", little-endian. */
const MAGIC = 0x5053_474e;
export const SPZ_HEADER = 16;
/** Compressed bytes that surely contain the header, after a gzip header with a file name. */
const COMPRESSED = 2048;
/** Maximum inflated size of these bytes. */
const MAX_INFLATED = 1032 * COMPRESSED;
const MAX_DEGREE = 4;
/** Minimum bytes of one splat (position, scale, rotation, opacity, colour), by version. */
const SPLAT_BYTES: Readonly<Record<number, number>> = { 1: 16, 2: 19, 3: 20 };
/** Maximum compression ratio of gzip. */
const MAX_RATIO = 1032;

/**
 * Reads the header of an SPZ file. Versions 1 to 3 are one gzip stream, of which only the first bytes are inflated; version 4 has its
 * header in the clear.
 *
 * @throws OperationRefusal for a header that cannot be true
 */
export function readSpzHeader(window: ByteWindow): SpzHeader {
  const plain = window.bytes(0, 4)?.readUInt32LE(0) === MAGIC;
  const header = plain ? window.bytes(0, SPZ_HEADER) : inflateHeader(window);
  if (header === null || header.readUInt32LE(0) !== MAGIC)
    throw new OperationRefusal('It is cut off, or not compressed splats.');
  const version = header.readUInt32LE(4);
  const degree = header.readUInt8(12);
  if (version !== 1 && version !== 2 && version !== 3 && version !== 4)
    throw new OperationRefusal(`It declares version ${version}, which is not known.`);
  if (degree > MAX_DEGREE) throw new OperationRefusal(`It declares harmonics of degree ${degree}.`);
  return {
    version,
    count: header.readUInt32LE(8),
    degree,
    fractionBits: header.readUInt8(13),
    flags: header.readUInt8(14),
    streams: header.readUInt8(15),
    plain,
    room: plain ? MAX_SPLATS : Math.floor((window.size * MAX_RATIO) / (SPLAT_BYTES[version] ?? 1)),
  };
}

function inflateHeader(window: ByteWindow): Buffer | null {
  const bytes = window.bytes(0, Math.min(window.size, COMPRESSED));
  if (bytes === null) return null;
  try {
    // The stream continues after these bytes, so an incomplete result is expected.
    const inflated = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_INFLATED });
    return inflated.length < SPZ_HEADER ? null : inflated.subarray(0, SPZ_HEADER);
  } catch {
    return null;
  }
}
