import { createLazPerf } from 'laz-perf';
import { LazError } from './codec.ts';

/** @returns records; they are the caller's, or good until the next call */
export type DecodeChunk = (chunk: Buffer, points: number) => Uint8Array;

const MOST_BYTES = 2 ** 30;

/** A decoder of chunks of formats 0 to 3, point by point. */
export async function createOldDecoder(format: number, recordBytes: number): Promise<DecodeChunk> {
  const lazPerf = await createLazPerf();
  return (chunk, points) => {
    const bytes = points * recordBytes;
    // Addresses have 32 bits: what is larger would be cut to less, and written behind it.
    if (bytes > MOST_BYTES) throw new LazError(`A chunk of ${points} points needs more memory than there is.`);
    const decoder = new lazPerf.ChunkDecoder();
    const [input, output] = [lazPerf._malloc(chunk.length), lazPerf._malloc(bytes)];
    try {
      if (input === 0 || output === 0)
        throw new LazError(`A chunk of ${points} points needs more memory than there is.`);
      lazPerf.HEAPU8.set(chunk, input);
      decoder.open(format, recordBytes, input);
      for (let point = 0; point < points; point += 1) decoder.getPoint(output + point * recordBytes);
      return lazPerf.HEAPU8.slice(output, output + bytes);
    } finally {
      lazPerf._free(input);
      lazPerf._free(output);
      decoder.delete();
    }
  };
}
