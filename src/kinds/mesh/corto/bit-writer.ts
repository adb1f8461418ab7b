/** Writes bits into words of 32, the most significant first. */
export interface BitWriter {
  /** @param bits 1 to 31 */
  write(value: number, bits: number): void;
  words(): Uint32Array;
}

export function createBitWriter(): BitWriter {
  let words = new Uint32Array(256);
  let count = 0;
  let current = 0;
  let free = 32;
  const push = (): void => {
    if (count === words.length) {
      const larger = new Uint32Array(2 * count);
      larger.set(words);
      words = larger;
    }
    words[count] = current;
    count += 1;
    current = 0;
    free = 32;
  };
  return {
    write(value, bits) {
      if (bits <= free) {
        free -= bits;
        current |= value << free;
        if (free === 0) push();
        return;
      }
      const rest = bits - free;
      current |= value >>> rest;
      push();
      free -= rest;
      current = (value & ((1 << rest) - 1)) << free;
    },
    words() {
      if (free < 32) push();
      return words.subarray(0, count);
    },
  };
}
