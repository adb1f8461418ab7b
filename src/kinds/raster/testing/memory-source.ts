import type { ByteSource } from '../cog/byte-source.ts';
import { RasterError } from '../raster-error.ts';

/** A file in memory that counts what is read of it. */
export function memorySource(bytes: Uint8Array): ByteSource & { readonly counts: { reads: number; bytes: number } } {
  const counts = { reads: 0, bytes: 0 };
  return {
    size: bytes.length,
    counts,
    read(offset, length, signal) {
      signal?.throwIfAborted();
      if (!(offset >= 0 && length >= 0 && offset + length <= bytes.length)) {
        return Promise.reject(new RasterError('invalid', 'past the end'));
      }
      counts.reads++;
      counts.bytes += length;
      return Promise.resolve(bytes.slice(offset, offset + length) as Uint8Array<ArrayBuffer>);
    },
    close: () => Promise.resolve(),
  };
}
