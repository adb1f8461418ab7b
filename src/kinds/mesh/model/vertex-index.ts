/** Numbers of combinations of three whole numbers, each combination once: a hash table with open addresses. */
export interface VertexIndex {
  readonly count: number;
  /** @returns the number of the combination, which is `count` before for a new one */
  of(a: number, b: number, c: number): number;
  /** The combination of a number. */
  partsOf(number: number): readonly [number, number, number];
}

const FREE = 0xffff_ffff;

export function createVertexIndex(): VertexIndex {
  let slots = new Uint32Array(2 ** 12).fill(FREE);
  let parts = new Int32Array(3 * 2 ** 11);
  let count = 0;
  const slotOf = (a: number, b: number, c: number): number => {
    const mask = slots.length - 1;
    let hash = Math.imul(a, 0x9e37_79b1) ^ Math.imul(b, 0x85eb_ca6b) ^ Math.imul(c, 0xc2b2_ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
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
    partsOf: (number) => [parts[3 * number]!, parts[3 * number + 1]!, parts[3 * number + 2]!],
  };
}
