/** The decoder of LAZ chunks that the project builds as WebAssembly (src/kinds/pointcloud/laz). */
export type LazDecoder = {
  /**
   * @param layers what is read; the rest of the records is anything
   * @returns records, which the next call overwrites
   * @throws LazError where the chunk cannot be read
   */
  readonly decode: (
    format: number,
    recordBytes: number,
    count: number,
    chunk: Uint8Array,
    layers: number,
  ) => Uint8Array<ArrayBuffer>;
};

/** Bits of the layers of a chunk, as src/kinds/pointcloud/laz/assembly tells them. */
export const ALL_LAYERS = 0xffff_ffff;
/** Place with returns, height, classes, intensities and colours. */
export const DRAWN_LAYERS = 0b10_0001_0111;

export class LazError extends Error {
  override readonly name = 'LazError';
}

type LazExports = {
  readonly memory: WebAssembly.Memory;
  readonly makeRoom: (points: number, recordBytes: number, chunkBytes: number) => number;
  readonly recordsAddress: () => number;
  readonly chunkAddress: () => number;
  readonly decode: (format: number, recordBytes: number, count: number, bytes: number, layers: number) => number;
};

export async function startLazDecoder(module: Promise<WebAssembly.WebAssemblyInstantiatedSource>): Promise<LazDecoder> {
  const wasm = (await module).instance.exports as LazExports;
  const bytes = (address: number, length: number): Uint8Array<ArrayBuffer> =>
    new Uint8Array(wasm.memory.buffer as ArrayBuffer, address >>> 0, length);
  return {
    decode(format, recordBytes, count, chunk, layers) {
      if (wasm.makeRoom(count, recordBytes, chunk.length) === 0) throw new LazError('too large');
      bytes(wasm.chunkAddress(), chunk.length).set(chunk);
      if (wasm.decode(format, recordBytes, count, chunk.length, layers) !== 0) throw new LazError('damaged');
      return bytes(wasm.recordsAddress(), count * recordBytes);
    },
  };
}
