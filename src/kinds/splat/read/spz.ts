import { constants, gunzipSync } from 'node:zlib';
import { type ByteWindow, openWindow } from '../../../geodata/tiff/byte-window.ts';
import { MAX_SPLATS, type SplatFacts } from './facts.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

const MAGIC = 0x5053_474e;
const HEADER = 16;
/** Compressed bytes that hold the header for sure, behind a gzip header with a file name. */
const COMPRESSED = 2048;
/** 2048 bytes cannot inflate to more. */
const MAX_INFLATED = 1032 * COMPRESSED;
const MAX_DEGREE = 4;
/** Bytes of one splat at least, by version: position, scale, rotation, opacity, colour. */
const SPLAT_BYTES: Readonly<Record<number, number>> = { 1: 16, 2: 19, 3: 20 };
/** The best that gzip can do. */
const MAX_RATIO = 1032;

/**
 * Facts of an SPZ file by its header. Of the versions that are one gzip stream, 1 to 3, only the first bytes are inflated;
 * version 4 has its header in the clear. Throws OperationRefusal when the header cannot be true.
 */
export function spzFacts(path: string): SplatFacts {
  const window = openWindow(path);
  try {
    const start = window.bytes(0, 4);
    const plain = start?.readUInt32LE(0) === MAGIC;
    const header = plain ? window.bytes(0, HEADER) : inflateHeader(window);
    if (header === null || header.readUInt32LE(0) !== MAGIC)
      throw new OperationRefusal('It is cut off, or not compressed splats.');
    const [version, splatCount, shDegree] = [header.readUInt32LE(4), header.readUInt32LE(8), header.readUInt8(12)];
    if (version < 1 || version > 4) throw new OperationRefusal(`It declares version ${version}, which is not known.`);
    if (shDegree > MAX_DEGREE) throw new OperationRefusal(`It declares harmonics of degree ${shDegree}.`);
    const room = plain ? MAX_SPLATS : Math.floor((window.size * MAX_RATIO) / (SPLAT_BYTES[version] ?? 1));
    const lie = splatCount > room;
    return {
      splatCount: Math.min(splatCount, room),
      shDegree,
      bounds: null,
      version: String(version),
      problems: lie ? [`It declares ${splatCount} splats, but cannot hold more than ${room}.`] : [],
    };
  } finally {
    window.close();
  }
}

function inflateHeader(window: ByteWindow): Buffer | null {
  const bytes = window.bytes(0, Math.min(window.size, COMPRESSED));
  if (bytes === null) return null;
  try {
    // The stream goes on behind these bytes: what can be inflated of them is enough.
    const inflated = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_INFLATED });
    return inflated.length < HEADER ? null : inflated.subarray(0, HEADER);
  } catch {
    return null;
  }
}
