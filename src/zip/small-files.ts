import { close, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';
import type { EntryFacts, EntryHead } from './zip-records.ts';

/** A file or folder that goes into an archive. */
export interface ZipEntry {
  /** Path in the archive; a folder's ends in `/`. */
  readonly name: string;
  /** Seconds since 1970. */
  readonly modified: number;
  readonly size: number;
  /** File with exactly `size` bytes; absent for a folder. */
  readonly file?: string;
  /** Whether compressing it is worth the time. */
  readonly deflate: boolean;
  /** zlib compression level, 1 to 9. Default: the level of `DEFLATE`. */
  readonly level?: number | undefined;
}

/** Files up to this size are read whole, so that their checksum and sizes stand before them. */
const SMALL_BYTES = 512 * 1024;
/** Bytes of files that are read before their turn, beside the one that is sent. */
const AHEAD_BYTES = 512 * 1024;
/** As many calls as there are threads for files and zlib, several times over, so that none of them waits for this one. */
const AHEAD_FILES = 16;
/** Within some percent of what level 6 gains, in half its time. */
const DEFLATE = {
  level: 4,
  memLevel: 8,
  strategy: constants.Z_DEFAULT_STRATEGY,
  chunkSize: 128 * 1024,
} as const;

export const deflateOptions = (level: number = DEFLATE.level): ZlibOptions => ({ ...DEFLATE, level });

/** A file that was read whole. */
export interface SmallFile {
  readonly method: EntryHead['method'];
  readonly facts: EntryFacts;
  /** Its bytes as the archive has them. */
  readonly sent: Buffer;
}

/** An entry whose turn it is. */
interface Turn {
  readonly entry: ZipEntry;
  /** A small file, which is being read; absent for others. */
  readonly small: Promise<SmallFile> | undefined;
}

/** Entries in their order; the small files behind each are read meanwhile, as opening one takes longer than sending it. */
export async function* readAhead(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Turn> {
  const ahead: Turn[] = [];
  let bytes = 0;
  const next = (): Turn => {
    const turn = ahead.shift()!;
    bytes -= turn.entry.size;
    return turn;
  };
  try {
    for await (const entry of entries) {
      const small = entry.file !== undefined && entry.size <= SMALL_BYTES ? readSmall(entry.file, entry) : undefined;
      small?.catch(() => undefined); // Seen when its turn comes, which may be much later.
      ahead.push({ entry, small });
      bytes += entry.size;
      while (ahead.length > 0 && (ahead.length > AHEAD_FILES || bytes > AHEAD_BYTES)) yield next();
    }
    while (ahead.length > 0) yield next();
  } finally {
    // Nothing is left open behind the archive.
    await Promise.allSettled(ahead.flatMap(({ small }) => small ?? []));
  }
}

// The calls with a callback: a million of them cost half as much as those of a file handle.
const [openFile, readFile, closeFile] = [promisify(open), promisify(read), promisify(close)];
const deflateWhole = promisify(deflateRaw);

/** @throws unless the file has exactly its size */
async function readSmall(path: string, { size, deflate, level }: ZipEntry): Promise<SmallFile> {
  const bytes = await readWhole(path, size);
  const deflated = deflate ? await deflateWhole(bytes, deflateOptions(level)) : bytes;
  const method = deflated.length < bytes.length ? 'deflated' : 'stored';
  const sent = method === 'deflated' ? deflated : bytes;
  return { method, sent, facts: { crc: crc32(bytes), size, compressedSize: sent.length } };
}

async function readWhole(path: string, size: number): Promise<Buffer> {
  const file = await openFile(path, 'r');
  try {
    // One more, to find a file that is too long.
    const buffer = Buffer.allocUnsafe(size + 1);
    let [at, count] = [0, 0];
    do {
      count = (await readFile(file, buffer, at, buffer.length - at, at)).bytesRead;
      at += count;
    } while (count > 0 && at < size);
    if (at !== size) throw new Error(`A stored file has not its ${size} bytes`);
    return buffer.subarray(0, size);
  } finally {
    await closeFile(file);
  }
}
