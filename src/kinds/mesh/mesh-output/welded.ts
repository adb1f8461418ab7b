import { createTripleIndex } from './triple-index.ts';

/** Numbers of values that are alike in every bit. */
export interface Welded {
  /** By vertex. */
  readonly numbers: Uint32Array;
  /** The first vertex with each number. */
  readonly firsts: Uint32Array;
}

/** @param width numbers of a vertex, three at most */
export function weld(values: Float32Array, width: number): Welded {
  // Both zeros are one place.
  return weldBits(new Int32Array(Float32Array.from(values, (value) => value + 0).buffer), width);
}

/** Places are one only where their colours are one, too. */
export function weldColoured(positions: Float32Array, colours: Uint8Array): Welded {
  const { numbers } = weld(positions, 3);
  const bits = new Int32Array(2 * numbers.length);
  const view = new DataView(colours.buffer, colours.byteOffset, colours.byteLength);
  numbers.forEach((number, vertex) => {
    bits[2 * vertex] = number;
    bits[2 * vertex + 1] = view.getInt32(4 * vertex);
  });
  return weldBits(bits, 2);
}

function weldBits(bits: Int32Array, width: number): Welded {
  const count = bits.length / width;
  const index = createTripleIndex();
  const numbers = new Uint32Array(count);
  let firsts = new Uint32Array(1024);
  for (let vertex = 0; vertex < count; vertex += 1) {
    const at = width * vertex;
    const known = index.count;
    const number = index.of(bits[at]!, width > 1 ? bits[at + 1]! : 0, width > 2 ? bits[at + 2]! : 0);
    numbers[vertex] = number;
    if (number < known) continue;
    if (number === firsts.length) {
      const larger = new Uint32Array(2 * number);
      larger.set(firsts);
      firsts = larger;
    }
    firsts[number] = vertex;
  }
  return { numbers, firsts: firsts.subarray(0, index.count) };
}
