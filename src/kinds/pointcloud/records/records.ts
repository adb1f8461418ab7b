import type { Dimension } from './dimensions.ts';
import { startWasm, type WasmMemory, type WasmNumber } from '../../../webassembly/index.ts';

/** What is known of some points. */
export interface Measures {
  readonly points: number;
  /** By dimension: lowest, highest and sum of the values that are numbers, as they are stored, and how many those are. */
  readonly ranges: readonly Range[];
  /** How often each value of the bytes 14 to 17 of a record occurs: returns, flags, class, user data. */
  readonly bytes: readonly Float64Array[];
}

export interface Range {
  readonly lowest: number;
  readonly highest: number;
  readonly sum: number;
  readonly count: number;
}

/** Cells a side of the grid that tells where points are. */
export const FOOTPRINT_CELLS = 1024;

export interface FootprintGrid {
  /** Lowest x and y, as stored in records. */
  readonly origin: readonly [number, number];
  /** Cells of a stored unit, in x and y. */
  readonly cells: readonly [number, number];
}

/** Work on records of points that is too slow in JavaScript: WebAssembly that the project builds of `assembly/`. */
export interface Records {
  /**
   * @param from format of the records, 0 to 10; @param to 6, 7 or 8
   * @returns records in the other format; the next call overwrites them
   */
  toModern(from: number, fromBytes: number, to: number, toBytes: number, records: Uint8Array): Uint8Array;
  /** @param footprint gets a 1 in each cell that has a point */
  measure(
    records: Uint8Array,
    recordBytes: number,
    dimensions: readonly Dimension[],
    grid: FootprintGrid,
    footprint: Uint8Array,
  ): Measures;
}

interface Exports {
  readonly memory: WasmMemory;
  makeRoom(inputBytes: number, outputBytes: number): number;
  inputAddress(): number;
  outputAddress(): number;
  toModern(from: number, fromBytes: number, to: number, toBytes: number, count: number): void;
  clearHistograms(): void;
  countBytes(recordBytes: number, count: number): void;
  histogramsAddress(): number;
  rangeOf(type: number, field: number, recordBytes: number, count: number): void;
  readonly lowest: WasmNumber;
  readonly highest: WasmNumber;
  readonly sum: WasmNumber;
  readonly numbers: WasmNumber;
  footprintAddress(): number;
  clearFootprint(): void;
  markFootprint(recordBytes: number, count: number, x0: number, y0: number, cellsX: number, cellsY: number): void;
}

const COUNTED_BYTES = 4;

export function createRecords(): Records {
  const wasm = startWasm<Exports>('records');
  const bytes = (address: number, length: number): Uint8Array =>
    new Uint8Array(wasm.memory.buffer, address >>> 0, length);
  const makeRoom = (inputBytes: number, outputBytes: number): void => {
    if (wasm.makeRoom(inputBytes, outputBytes) === 0)
      throw new RangeError(`${inputBytes + outputBytes} bytes of points do not fit into memory.`);
  };
  return {
    toModern(from, fromBytes, to, toBytes, records) {
      const count = records.length / fromBytes;
      makeRoom(records.length, count * toBytes);
      bytes(wasm.inputAddress(), records.length).set(records);
      wasm.toModern(from, fromBytes, to, toBytes, count);
      return bytes(wasm.outputAddress(), count * toBytes);
    },

    measure(records, recordBytes, dimensions, { origin, cells }, footprint) {
      const points = records.length / recordBytes;
      makeRoom(0, records.length);
      bytes(wasm.outputAddress(), records.length).set(records);
      wasm.clearHistograms();
      wasm.countBytes(recordBytes, points);
      const ranges = dimensions.map(({ type, at }) => {
        wasm.rangeOf(type, at, recordBytes, points);
        const { lowest, highest, sum, numbers } = wasm;
        return { lowest: lowest.value, highest: highest.value, sum: sum.value, count: numbers.value };
      });
      wasm.clearFootprint();
      wasm.markFootprint(recordBytes, points, ...origin, ...cells);
      mark(footprint, bytes(wasm.footprintAddress(), FOOTPRINT_CELLS ** 2));
      const counts = new BigUint64Array(wasm.memory.buffer, wasm.histogramsAddress(), COUNTED_BYTES * 256);
      const tables = Array.from({ length: COUNTED_BYTES }, (_, byte) =>
        Float64Array.from(counts.subarray(byte * 256, (byte + 1) * 256), Number),
      );
      return { points, ranges, bytes: tables };
    },
  };
}

/** Sets the cells that have points: threads share the grid, and all of them write the same. */
function mark(footprint: Uint8Array, found: Uint8Array): void {
  const words = new Uint32Array(found.buffer, found.byteOffset, found.length / 4);
  for (let word = 0; word < words.length; word += 1) {
    if (words[word] === 0) continue;
    for (let cell = 4 * word; cell < 4 * word + 4; cell += 1) if (found[cell] === 1) footprint[cell] = 1;
  }
}
