import { type BitReader, readBits } from './bit-reader.ts';
import type { ByteReader } from './byte-reader.ts';
import { CortoError, STRATEGY_CORRELATED, STRATEGY_PARALLELOGRAM } from './corto-format.ts';
import { readWords } from './tunstall-decode.ts';

/** More bits than a difference of whole numbers can have. */
const MOST_BITS = 31;

/** Values of all vertices: `width` whole numbers each. */
export interface Values {
  readonly width: number;
  readonly values: Int32Array;
}

/** Reads the stored differences of the vertices. Where fewer are stored, the rest is zero. */
export function readDifferences(bytes: ByteReader, width: number, vertexCount: number, strategy: number): Values {
  const values = new Int32Array(width * vertexCount);
  const bits = readBits(bytes);
  if ((strategy & STRATEGY_CORRELATED) !== 0) readTogether(bits, readLengths(bytes, vertexCount), width, values);
  else
    for (let component = 0; component < width; component += 1)
      readComponent(bits, readLengths(bytes, vertexCount), width, component, values);
  return { width, values };
}

function readLengths(bytes: ByteReader, vertexCount: number): Uint8Array {
  const lengths = readWords(bytes, vertexCount);
  for (const length of lengths)
    if (length > MOST_BITS) throw new CortoError('A value of the stream has too many bits.');
  return lengths;
}

function requireBits(bits: BitReader, lengths: Uint8Array, width: number): void {
  let needed = 0;
  for (const length of lengths) needed += length;
  if (width * needed > bits.left()) throw new CortoError('The stream has too few bits for its values.');
}

/** One length for all components of a value; the middle of its range is zero. */
function readTogether(bits: BitReader, lengths: Uint8Array, width: number, values: Int32Array): void {
  requireBits(bits, lengths, width);
  for (let vertex = 0; vertex < lengths.length; vertex += 1) {
    const length = lengths[vertex]!;
    if (length === 0) continue;
    const middle = 2 ** (length - 1);
    const end = width * (vertex + 1);
    for (let at = end - width; at < end; at += 1) values[at] = bits.read(length) - middle;
  }
}

/** A length for each number; the first bit is its sign, and its size is not below 2 ^ (length - 1). */
function readComponent(
  bits: BitReader,
  lengths: Uint8Array,
  width: number,
  component: number,
  values: Int32Array,
): void {
  requireBits(bits, lengths, 1);
  for (let vertex = 0; vertex < lengths.length; vertex += 1) {
    const length = lengths[vertex]!;
    if (length === 0) continue;
    const middle = 2 ** (length - 1);
    const value = bits.read(length);
    values[width * vertex + component] = value < middle ? -value - middle : value;
  }
}

/**
 * Adds to each difference what is predicted from vertices before.
 *
 * @param predictions three vertices each; null where values follow each other (a stream without triangles)
 */
export function addPredictions({ width, values }: Values, predictions: Uint32Array | null, strategy: number): void {
  if (predictions === null) addPrevious(width, values);
  else if ((strategy & STRATEGY_PARALLELOGRAM) !== 0) addParallelograms(width, values, predictions);
  else addFirst(width, values, predictions);
}

function addPrevious(width: number, values: Int32Array): void {
  for (let at = width; at < values.length; at += 1) values[at]! += values[at - width]!;
}

function addFirst(width: number, values: Int32Array, predictions: Uint32Array): void {
  for (let vertex = 1; width * vertex < values.length; vertex += 1) {
    const from = width * predictions[3 * vertex]!;
    for (let part = 0; part < width; part += 1) values[width * vertex + part]! += values[from + part]!;
  }
}

function addParallelograms(width: number, values: Int32Array, predictions: Uint32Array): void {
  for (let vertex = 1; width * vertex < values.length; vertex += 1) {
    const a = width * predictions[3 * vertex]!;
    const b = width * predictions[3 * vertex + 1]!;
    const c = width * predictions[3 * vertex + 2]!;
    const at = width * vertex;
    for (let part = 0; part < width; part += 1)
      values[at + part]! += values[a + part]! + values[b + part]! - values[c + part]!;
  }
}
