import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { packAhead } from './small-files.ts';
import { createSpool, MEMORY_BYTES } from './spool.ts';
import { deflateOptions, type ZipEntry } from './zip-entry.ts';
import {
  dataDescriptor,
  directoryRecord,
  endRecords,
  localHeader,
  LONG_ENTRY_BYTES,
  type EntryFacts,
  type EntryHead,
} from './zip-records.ts';

export type { ZipEntry } from './zip-entry.ts';

/** Bytes read at a time of large files: few, so that many clients may be slow. */
const READ_BYTES = 128 * 1024;
/** Small pieces are sent together up to this size. */
const SEND_BYTES = 128 * 1024;
/**
 * Buffers of an archive: two pieces of a file, one in the stream and one that is sent; the directory twice while it is written;
 * small files that are sent, and those that are packed before their turn, half a megabyte each.
 */
export const ARCHIVE_BYTES = 4 * READ_BYTES + 2 * MEMORY_BYTES + 1024 * 1024;

/**
 * Writes a ZIP archive (ZIP64 where it needs to) as a stream: nothing is known or held of an entry before its turn, and
 * only its record of the directory afterwards, in a file when there are many. The names must be in the order they shall
 * have, and no name twice.
 *
 * @param scratch folder for that file
 * @throws when a file is missing or has not the size it should have; what was sent up to then is no archive
 */
export function zipStream(entries: AsyncIterable<ZipEntry>, scratch: string, signal?: AbortSignal): Readable {
  return Readable.from(together(archive(entries, scratch, signal)), { objectMode: false, highWaterMark: READ_BYTES });
}

/** A piece of the archive, or what an entry turned out to be. */
type Piece = Buffer | (EntryFacts & Pick<EntryHead, 'method'> & { readonly described: boolean });

async function* archive(
  entries: AsyncIterable<ZipEntry>,
  scratch: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const directory = createSpool(scratch);
  let offset = 0;
  let count = 0;
  try {
    for await (const turn of packAhead(entries)) {
      signal?.throwIfAborted();
      const begin = offset;
      if (turn.files) {
        const { bytes, members } = await turn.packed;
        for (const [index, { method, facts, at }] of members.entries())
          await directory.add(directoryRecord({ ...turn.files[index]!, method }, facts, begin + at, false));
        offset += bytes.length;
        count += members.length;
        yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
        continue;
      }
      for await (const piece of entryPieces(turn.entry)) {
        if (Buffer.isBuffer(piece)) {
          signal?.throwIfAborted();
          offset += piece.length;
          yield piece;
        } else {
          await directory.add(directoryRecord({ ...turn.entry, method: piece.method }, piece, begin, piece.described));
        }
      }
      count += 1;
    }
    yield* directory.read();
    yield endRecords(count, directory.size, offset);
  } finally {
    await directory.close();
  }
}

/** Header, bytes and descriptor of an entry, then its facts. */
async function* entryPieces(entry: ZipEntry): AsyncGenerator<Piece> {
  if (entry.file === undefined) {
    const facts = { crc: 0, size: 0, compressedSize: 0 };
    yield localHeader({ ...entry, method: 'stored' }, facts);
    yield { ...facts, method: 'stored', described: false };
    return;
  }
  const file = await open(entry.file, 'r');
  try {
    yield* largeFile(entry, file);
  } finally {
    await file.close();
  }
}

async function* largeFile(entry: ZipEntry, file: FileHandle): AsyncGenerator<Piece> {
  const method = entry.deflate ? 'deflated' : 'stored';
  const long = entry.size >= LONG_ENTRY_BYTES;
  let crc = 0;
  let compressedSize = 0;
  const checked = async function* (): AsyncGenerator<Buffer> {
    for await (const bytes of fileBytes(file, entry.size)) {
      crc = crc32(bytes, crc);
      yield bytes;
    }
  };
  yield localHeader({ ...entry, method }, undefined, long);
  for await (const bytes of entry.deflate ? deflated(checked(), entry.level) : checked()) {
    compressedSize += bytes.length;
    yield bytes;
  }
  const facts = { crc, size: entry.size, compressedSize };
  yield dataDescriptor(facts, long);
  yield { ...facts, method, described: true };
}

/** The bytes of a file, the next of them read while these are sent. @throws unless there are exactly `size` */
async function* fileBytes(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  const readAt = (at: number): Promise<Buffer> => {
    const wanted = Math.min(READ_BYTES, size - at + 1); // One more, to find a file that is too long.
    const reading = file
      .read(Buffer.allocUnsafeSlow(wanted), 0, wanted, at)
      .then(({ bytesRead, buffer }) => buffer.subarray(0, bytesRead));
    reading.catch(() => undefined); // Seen when its turn comes, which may be much later.
    return reading;
  };
  let next = readAt(0);
  try {
    for (let at = 0; ;) {
      const bytes = await next;
      at += bytes.length;
      if (at > size || (bytes.length === 0 && at < size)) throw new Error(`A stored file has not its ${size} bytes`);
      if (bytes.length === 0) return;
      next = readAt(at);
      yield bytes;
    }
  } finally {
    await next.catch(() => undefined); // The file must not be closed under a read; a fault was thrown above.
  }
}

async function* deflated(source: AsyncIterable<Buffer>, level?: number): AsyncGenerator<Buffer> {
  const deflater = createDeflateRaw(deflateOptions(level));
  const fed = pipeline(Readable.from(source, { objectMode: false }), deflater);
  fed.catch(() => undefined); // Seen where the pieces are read.
  for await (const bytes of deflater) yield bytes as Buffer;
  await fed;
}

/** Small pieces joined, for the sake of fewer writes; the first goes out at once. */
async function* together(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  let first = true;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < SEND_BYTES && !first) continue;
    first = false;
    yield waiting.length === 1 ? piece : Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
