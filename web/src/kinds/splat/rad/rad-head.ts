import { isRecord } from '../../../format/value.ts';
import { CUT_OFF, DAMAGED, FileError } from '../../../scene/loading/file-error.ts';

/** Splats of a chunk; the last one of a file has the rest. */
export const CHUNK_SPLATS = 65_536;
/** Start of the file that is read at first. The build keeps heads below it where it can. */
export const HEAD_GUESS = 65_536;
/** Longest head; the build writes none that is longer. */
const MOST_HEAD = 1024 * 1024;
/** More than the splats of a chunk take in the widest encoding, which is 300 bytes each. */
const MOST_CHUNK = 24 * 1024 * 1024;
/** Splats have indices of 32 bits. */
const MOST_SPLATS = 2 ** 32 - 1;
const MAX_DEGREE = 3;
/** "RAD0" as a little-endian number. */
const MAGIC = 0x30444152;
const PREFIX = 8;

export type RadHead = {
  /** Splats of all levels of detail. */
  readonly count: number;
  /** Highest band of the spherical harmonics. */
  readonly degree: number;
  /** Ranges of the file. */
  readonly chunks: readonly FileRange[];
};

export type FileRange = { readonly offset: number; readonly bytes: number };

/** Length of the head, from at least its first 8 bytes. @throws FileError */
export function radHeadBytes(start: Uint8Array): number {
  if (start.length < PREFIX) throw new FileError(CUT_OFF);
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const text = view.getUint32(4, true);
  if (view.getUint32(0, true) !== MAGIC || text === 0 || text > MOST_HEAD) throw new FileError(DAMAGED);
  return PREFIX + 8 * Math.ceil(text / 8);
}

/**
 * Reads the head of a RAD file whose chunks lie in the file itself.
 *
 * @param head at least the bytes of `radHeadBytes`
 * @param size of the file, where it is known
 * @throws FileError
 */
export function parseRadHead(head: Uint8Array, size: number | null): RadHead {
  const start = radHeadBytes(head);
  if (head.length < start) throw new FileError(CUT_OFF);
  const text = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4, true);
  const meta = jsonOf(head.subarray(PREFIX, PREFIX + text));
  const count = integer(meta['count'], 1, MOST_SPLATS);
  const listed = meta['chunks'];
  const isKnown = meta['version'] === 1 && meta['type'] === 'gsplat' && meta['lodTree'] === true;
  if (!isKnown || integer(meta['chunkSize'], 1, MOST_SPLATS) !== CHUNK_SPLATS) throw new FileError(DAMAGED);
  if (!Array.isArray(listed) || listed.length !== Math.ceil(count / CHUNK_SPLATS)) throw new FileError(DAMAGED);
  const chunks = listed.map((chunk: unknown) => rangeOf(chunk, start));
  const end = Math.max(...chunks.map(({ offset, bytes }) => offset + bytes));
  if (size !== null && end > size) throw new FileError(CUT_OFF);
  return { count, degree: integer(meta['maxSh'] ?? 0, 0, MAX_DEGREE), chunks };
}

/** Splats of a chunk. */
export const splatsOfChunk = ({ count }: RadHead, chunk: number): number =>
  Math.min(CHUNK_SPLATS, count - chunk * CHUNK_SPLATS);

function jsonOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isRecord(json)) return json;
  } catch {
    // Text that is not JSON is reported like all other damage.
  }
  throw new FileError(DAMAGED);
}

function rangeOf(chunk: unknown, start: number): FileRange {
  if (!isRecord(chunk) || chunk['filename'] !== undefined) throw new FileError(DAMAGED);
  const offset = start + integer(chunk['offset'], 0, Number.MAX_SAFE_INTEGER - start);
  return { offset, bytes: integer(chunk['bytes'], 1, MOST_CHUNK) };
}

function integer(value: unknown, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most)
    throw new FileError(DAMAGED);
  return value;
}
