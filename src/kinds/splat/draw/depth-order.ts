/** Bits per pass, counts per pass, and passes. Three passes of 11 bits cover 32 bits, and the counts fit the first cache of a processor. */
const [BITS, BUCKETS, PASSES] = [11, 2048, 3] as const;

/**
 * Sorts numbers by keys of 32 bits, smallest first; equal keys keep their order. The bits of floats of at least 0 are such keys.
 *
 * @param keys and `values` are overwritten
 * @returns `values` in their order, in one of the two arrays that were used
 */
export function sortByKeys(keys: Uint32Array, values: Uint32Array): Uint32Array {
  const count = keys.length;
  const starts = new Uint32Array(PASSES * BUCKETS);
  for (let at = 0; at < count; at += 1) {
    const key = keys[at]!;
    starts[key & (BUCKETS - 1)]! += 1;
    starts[BUCKETS + ((key >>> BITS) & (BUCKETS - 1))]! += 1;
    starts[2 * BUCKETS + (key >>> (2 * BITS))]! += 1;
  }
  let [fromKeys, from] = [keys, values];
  let [toKeys, to]: [Uint32Array, Uint32Array] = [new Uint32Array(count), new Uint32Array(count)];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const begin = starts.subarray(pass * BUCKETS, (pass + 1) * BUCKETS);
    if (begin.includes(count)) continue;
    sumUp(begin);
    const shift = pass * BITS;
    for (let at = 0; at < count; at += 1) {
      const key = fromKeys[at]!;
      const bucket = (key >>> shift) & (BUCKETS - 1);
      const place = begin[bucket]!;
      begin[bucket] = place + 1;
      toKeys[place] = key;
      to[place] = from[at]!;
    }
    [fromKeys, from, toKeys, to] = [toKeys, to, fromKeys, from];
  }
  return from;
}

/** Replaces counts by their running sums before each. @returns the sum of all */
export function sumUp(counts: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < counts.length; at += 1) {
    const count = counts[at]!;
    counts[at] = sum;
    sum += count;
  }
  return sum;
}
