import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { inflate as inflateCallback, inflateSync } from 'node:zlib';
import { RasterError } from '../raster-error.ts';

const inflateAsync = promisify(inflateCallback);

/**
 * Undoes DEFLATE: from the main thread in the thread pool, in a thread that draws at once.
 * @param length bytes it must decode to: less or more is refused, and no more than that is ever allocated
 * @throws RasterError `invalid`
 */
export async function inflateExactly(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  let decoded: Uint8Array;
  try {
    // One chunk for the whole block: at the default of 16 KiB each chunk is a round trip through the thread pool.
    const options = { maxOutputLength: length, chunkSize: Math.max(1024, length) };
    decoded = isMainThread ? await inflateAsync(bytes, options) : inflateSync(bytes, options);
  } catch (cause) {
    throw new RasterError('invalid', 'A DEFLATE block of the raster is damaged.', { cause });
  }
  if (decoded.length !== length) {
    throw new RasterError('invalid', `A block of the raster decodes to ${decoded.length} bytes instead of ${length}.`);
  }
  return decoded;
}
