import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { SpzStream } from './spz-layout.ts';

/** Inflated bytes per piece: each one costs a turn of the event loop. */
const PIECE = 2 ** 20;
const READ = 2 ** 18;

/**
 * Inflates a stream in pieces. The file is closed when the caller stops reading.
 *
 * @throws OperationRefusal where the stream is damaged or cut off
 */
export async function* inflateSpz(
  path: string,
  { compression, start, end }: Pick<SpzStream, 'compression' | 'start' | 'end'>,
): AsyncGenerator<Buffer> {
  // An empty stream would end before its first byte.
  if (end <= start) return;
  const file = createReadStream(path, { start, end: end - 1, highWaterMark: READ });
  let stream: Readable = file;
  if (compression !== 'none') {
    const inflate =
      compression === 'gzip' ? createGunzip({ chunkSize: PIECE }) : createZstdDecompress({ chunkSize: PIECE });
    // Errors of the file come out of the last stream, which is read here.
    stream = pipeline(file, inflate, () => undefined);
  }
  try {
    for await (const piece of stream) yield piece as Buffer;
  } catch (error) {
    if (isOfData(error)) throw new OperationRefusal('It is cut off or damaged: it cannot be decompressed to its end.');
    throw error;
  }
}

/** Errors of zlib and zstd, unlike those of a failing disk. */
const isOfData = (error: unknown): boolean =>
  error instanceof Error && /^Z(?:STD)?_/.test(String((error as NodeJS.ErrnoException).code));
