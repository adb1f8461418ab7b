import { startWasm, type WasmMemory } from '../../../webassembly/index.ts';

/**
 * Codec of chunks of LAZ 1.4: points of format 6, 7 and 8 with any number of extra bytes. The work is done by WebAssembly that the
 * project builds of `assembly/`; one codec has one memory, and calls follow each other.
 */
export interface LazCodec {
  /**
   * @param format 6, 7 or 8
   * @param records points of `recordBytes` each, one at least
   * @returns the chunk; its bytes are the caller's
   */
  encode(format: number, recordBytes: number, records: Uint8Array): Uint8Array<ArrayBuffer>;
  /**
   * @param count points that the chunk must have
   * @returns `count` records; the next call overwrites them
   * @throws LazError where the chunk cannot be read
   */
  decode(format: number, recordBytes: number, count: number, chunk: Uint8Array): Uint8Array;
  /** As `decode`, of place, returns, class, flags and colours alone, in two thirds of the time where there are times and intensities; other bytes are any. */
  decodeSeen(format: number, recordBytes: number, count: number, chunk: Uint8Array): Uint8Array;
  /** @returns the rows of a chunk table as they are stored, without the eight bytes in front of them */
  encodeTable(rows: readonly ChunkRow[], withPoints: boolean): Uint8Array<ArrayBuffer>;
  /**
   * @param withPoints whether the table has numbers of points; where not, they are 0
   * @throws LazError where the table is cut off
   */
  decodeTable(count: number, withPoints: boolean, stored: Uint8Array): readonly ChunkRow[];
}

/** A chunk of points in the table of a LAZ file. */
export interface ChunkRow {
  readonly points: number;
  readonly bytes: number;
}

export class LazError extends Error {
  override name = 'LazError';
}

/** What `assembly/index.ts` exports. */
interface Exports {
  readonly memory: WasmMemory;
  makeRoom(points: number, recordBytes: number, chunkBytes: number): number;
  recordsAddress(): number;
  chunkAddress(): number;
  encode(format: number, recordBytes: number, count: number): number;
  decode(format: number, recordBytes: number, count: number, bytes: number, layers: number): number;
  encodeTable(rows: number, withPoints: number): number;
  decodeTable(rows: number, withPoints: number, bytes: number): number;
}

const PROBLEMS = [
  '',
  'A chunk of compressed points has another number of points than the file says.',
  'A chunk of compressed points is cut off.',
  'A chunk of compressed points is damaged.',
] as const;

/** Bits of the layers of a chunk, as `assembly/index.ts` tells them. */
const ALL_LAYERS = 0xffff_ffff;
/** Place, height, classes, flags and colours. */
const SEEN_LAYERS = 0b10_0000_1111;
const ROW_BYTES = 8;
/** A row has at most 5 bytes a number, and the end of the stream 16. */
const STORED_ROW_BYTES = 16;

export function createLazCodec(): LazCodec {
  const wasm = startWasm<Exports>('laz');
  const bytes = (address: number, length: number): Uint8Array<ArrayBuffer> =>
    new Uint8Array(wasm.memory.buffer, address >>> 0, length);
  const makeRoom = (points: number, recordBytes: number, chunkBytes: number): void => {
    if (wasm.makeRoom(points, recordBytes, chunkBytes) === 0)
      throw new LazError(`A chunk of ${points} points needs more memory than there is.`);
  };
  const decode = (
    format: number,
    recordBytes: number,
    count: number,
    chunk: Uint8Array,
    layers: number,
  ): Uint8Array => {
    makeRoom(count, recordBytes, chunk.length);
    bytes(wasm.chunkAddress(), chunk.length).set(chunk);
    const problem = wasm.decode(format, recordBytes, count, chunk.length, layers);
    if (problem !== 0) throw new LazError(PROBLEMS[problem]);
    return bytes(wasm.recordsAddress(), count * recordBytes);
  };
  return {
    encode(format, recordBytes, records) {
      const count = records.length / recordBytes;
      makeRoom(count, recordBytes, 0);
      bytes(wasm.recordsAddress(), records.length).set(records);
      const size = wasm.encode(format, recordBytes, count);
      return bytes(wasm.chunkAddress(), size).slice();
    },

    decode: (format, recordBytes, count, chunk) => decode(format, recordBytes, count, chunk, ALL_LAYERS),
    decodeSeen: (format, recordBytes, count, chunk) => decode(format, recordBytes, count, chunk, SEEN_LAYERS),

    encodeTable(rows, withPoints) {
      makeRoom(rows.length, ROW_BYTES, rows.length * STORED_ROW_BYTES);
      const numbers = new Uint32Array(rows.flatMap(({ points, bytes: size }) => [points, size]));
      bytes(wasm.recordsAddress(), numbers.byteLength).set(new Uint8Array(numbers.buffer));
      const size = wasm.encodeTable(rows.length, Number(withPoints));
      return bytes(wasm.chunkAddress(), size).slice();
    },

    decodeTable(count, withPoints, stored) {
      makeRoom(count, ROW_BYTES, stored.length);
      bytes(wasm.recordsAddress(), count * ROW_BYTES).fill(0);
      bytes(wasm.chunkAddress(), stored.length).set(stored);
      if (wasm.decodeTable(count, Number(withPoints), stored.length) === 0)
        throw new LazError('The list of compressed chunks is cut off.');
      const numbers = new Uint32Array(bytes(wasm.recordsAddress(), count * ROW_BYTES).slice().buffer);
      return Array.from({ length: count }, (_, row) => ({ points: numbers[2 * row]!, bytes: numbers[2 * row + 1]! }));
    },
  };
}
