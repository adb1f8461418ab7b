import { randomInt } from 'node:crypto';
import { sharedNumbers } from './shared-arrays.ts';

/**
 * Finds vertices that are alike, bit by bit.
 *
 * @param parts arrays of values of 32 bits, with how many of them a vertex has
 * @returns by vertex, the first vertex that is alike
 */
export function firstAlike(
  count: number,
  parts: readonly { readonly values: ArrayBufferView; readonly width: number }[],
): Uint32Array {
  const words = parts.map(({ values, width }) => ({
    bits: new Uint32Array(values.buffer, values.byteOffset, values.byteLength / 4),
    width,
  }));
  // A random start: an attacker cannot choose values that all fall into one slot.
  const seed = randomInt(2 ** 31);
  const first = sharedNumbers(count);
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, 2 * count))) - 1;
  const slots = new Uint32Array(mask + 1).fill(FREE);
  const hashOf = (vertex: number): number => {
    let hash = seed;
    for (const { bits, width } of words)
      for (let at = vertex * width; at < (vertex + 1) * width; at += 1) {
        hash = Math.imul(hash ^ bits[at]!, 0x9e37_79b1);
        hash ^= hash >>> 15;
      }
    hash = Math.imul(hash, 0x2c1b_3c6d);
    return (hash ^ (hash >>> 13)) & mask;
  };
  const isAlike = (one: number, other: number): boolean => {
    for (const { bits, width } of words)
      for (let part = 0; part < width; part += 1)
        if (bits[one * width + part] !== bits[other * width + part]) return false;
    return true;
  };
  for (let vertex = 0; vertex < count; vertex += 1) {
    let slot = hashOf(vertex);
    while (slots[slot] !== FREE && !isAlike(slots[slot]!, vertex)) slot = (slot + 1) & mask;
    if (slots[slot] === FREE) slots[slot] = vertex;
    first[vertex] = slots[slot]!;
  }
  return first;
}

const FREE = 0xffff_ffff;
