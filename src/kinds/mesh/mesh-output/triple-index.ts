import { randomInt } from 'node:crypto';

/** Numbers combinations of three whole numbers, each combination once, in the order in which they come. */
export interface TripleIndex {
  readonly count: number;
  /** @returns the number of the combination, which is `count` before for a new one */
  of(a: number, b: number, c: number): number;
}

const FREE = 0xffff_ffff;

/** A hash table with open addresses. */
export function createTripleIndex(): TripleIndex {
  // A random start: an attacker cannot choose numbers that all fall into one slot.
  const seed = randomInt(2 ** 31);
  let slots = new Uint32Array(2 ** 12).fill(FREE);
  let parts = new Int32Array(3 * 2 ** 11);
  let count = 0;
  const slotOf = (a: number, b: number, c: number): number => {
    const mask = slots.length - 1;
    let hash = Math.imul(seed ^ a, 0x9e37_79b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ b, 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 13) ^ c, 0x2c1b_3c6d);
    for (let slot = (hash ^ (hash >>> 12)) & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]!;
      if (number === FREE) return slot;
      if (parts[3 * number] === a && parts[3 * number + 1] === b && parts[3 * number + 2] === c) return slot;
    }
  };
  const grow = (): void => {
    slots = new Uint32Array(2 * slots.length).fill(FREE);
    const larger = new Int32Array(2 * parts.length);
    larger.set(parts);
    parts = larger;
    for (let number = 0; number < count; number += 1)
      slots[slotOf(parts[3 * number]!, parts[3 * number + 1]!, parts[3 * number + 2]!)] = number;
  };
  return {
    get count() {
      return count;
    },
    of(a, b, c) {
      const slot = slotOf(a, b, c);
      if (slots[slot] !== FREE) return slots[slot]!;
      const number = count;
      parts[3 * number] = a;
      parts[3 * number + 1] = b;
      parts[3 * number + 2] = c;
      slots[slot] = number;
      count += 1;
      if (2 * count >= slots.length) grow();
      return number;
    },
  };
}
