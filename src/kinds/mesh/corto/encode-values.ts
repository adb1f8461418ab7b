import { createBitWriter } from './bit-writer.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { Connectivity } from './connectivity.ts';
import { encodeWords, weigh } from './tunstall-encode.ts';
import { dictionary } from './tunstall.ts';

/** Longest difference. No mesh of a node has longer ones, and readers take no more than 31 bits. */
const MOST_BITS = 30;

/** Whole numbers of each vertex, in the order of the mesh. */
export interface WholeNumbers {
  readonly width: number;
  readonly values: Int32Array;
}

/**
 * Writes the difference of each vertex from what a reader predicts, in the order in which it creates them.
 *
 * @param isParallelogram whether it predicts from three vertices, or from the first of them
 * @throws RangeError where values lie too far apart
 */
export function writeDifferences(
  out: ByteWriter,
  numbers: WholeNumbers,
  connectivity: Connectivity,
  isParallelogram: boolean,
): void {
  const { width } = numbers;
  const differences = differencesOf(numbers, connectivity, isParallelogram);
  const lengths = new Uint8Array(connectivity.order.length);
  const bits = createBitWriter();
  for (let vertex = 0; vertex < lengths.length; vertex += 1) {
    const [start, end] = [width * vertex, width * (vertex + 1)];
    let length = 0;
    for (let at = start; at < end; at += 1) length = Math.max(length, bitsOf(differences[at]!));
    if (length > MOST_BITS) throw new RangeError('Values of a mesh lie too far apart for their steps.');
    lengths[vertex] = length;
    if (length > 0) for (let at = start; at < end; at += 1) bits.write(differences[at]! + 2 ** (length - 1), length);
  }
  writeBits(out, bits.words());
  writeWords(out, lengths);
}

/** Doubles: the difference of two whole numbers of 32 bits can be longer. */
function differencesOf(
  { width, values }: WholeNumbers,
  { order, predictions }: Connectivity,
  isParallelogram: boolean,
): Float64Array {
  const differences = new Float64Array(width * order.length);
  for (let number = 0; number < order.length; number += 1) {
    const at = width * order[number]!;
    const a = width * order[predictions[3 * number]!]!;
    const b = width * order[predictions[3 * number + 1]!]!;
    const c = width * order[predictions[3 * number + 2]!]!;
    for (let part = 0; part < width; part += 1) {
      const value = values[at + part]!;
      const first = values[a + part]!;
      const predicted = isParallelogram ? first + values[b + part]! - values[c + part]! : first;
      differences[width * number + part] = number === 0 ? value : value - predicted;
    }
  }
  return differences;
}

/** Bits in which -2^(bits - 1) to 2^(bits - 1) - 1 can be stored; 0 for zero. */
function bitsOf(value: number): number {
  if (value === 0) return 0;
  const size = value < 0 ? -value - 1 : value;
  return size > 0x7fff_ffff ? 33 : 33 - Math.clz32(size);
}

export function writeBits(out: ByteWriter, words: Uint32Array): void {
  out.i32(words.length);
  out.padTo(4);
  for (const word of words) out.i32(word | 0);
}

/** Writes bytes in Tunstall coding. */
export function writeWords(out: ByteWriter, bytes: Uint8Array): void {
  const symbols = weigh(bytes);
  out.u8(symbols.length);
  for (const { symbol, weight } of symbols) {
    out.u8(symbol);
    out.u8(weight);
  }
  const coded = symbols.length < 2 ? new Uint8Array() : encodeWords(bytes, dictionary(symbols));
  out.i32(bytes.length);
  out.i32(coded.length);
  out.bytes(coded);
}
