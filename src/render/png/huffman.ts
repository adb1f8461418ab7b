/** The longest code of DEFLATE. */
const LONGEST = 15;

/**
 * Lengths of a prefix code with the fewest bits for symbols that occur so often (Huffman 1952), none longer than DEFLATE
 * allows.
 *
 * @param counts of at least two symbols, each above zero
 */
export function codeLengths(counts: Uint32Array): Uint8Array {
  for (let weights = counts; ; weights = weights.map((count) => (count >>> 1) + 1)) {
    const lengths = unlimitedLengths(weights);
    // Flatter weights make shorter codes; symbols this rare are nearly never met.
    if (lengths.every((length) => length <= LONGEST)) return lengths;
  }
}

/** Two queues instead of a heap: symbols by weight, and nodes, which come into being in the order of theirs. */
function unlimitedLengths(counts: Uint32Array): Uint8Array {
  const { length } = counts;
  // As numbers with the symbol below the count: sorting them by a function takes five times as long.
  const symbols = new Float64Array(counts)
    .map((count, symbol) => count * length + symbol)
    .sort()
    .map((number) => number % length);
  const weights = new Float64Array(2 * length - 1);
  for (let at = 0; at < length; at++) weights[at] = counts[symbols[at]!]!;
  const parents = new Int32Array(2 * length - 1);
  let leaf = 0;
  let inner = length;
  for (let node = length; node < 2 * length - 1; node++) {
    for (let child = 0; child < 2; child++) {
      const isLeaf = leaf < length && (inner >= node || weights[leaf]! <= weights[inner]!);
      const least = isLeaf ? leaf++ : inner++;
      weights[node]! += weights[least]!;
      parents[least] = node;
    }
  }
  const depths = new Uint8Array(2 * length - 1);
  const lengths = new Uint8Array(length);
  for (let node = 2 * length - 3; node >= 0; node--) {
    depths[node] = depths[parents[node]!]! + 1;
    if (node < length) lengths[symbols[node]!] = depths[node]!;
  }
  return lengths;
}

/** The canonical code of such lengths (RFC 1951, section 3.2.2), the first bit of a code in its lowest one. */
export function canonicalCode(lengths: Uint8Array): Uint16Array {
  const numbers = new Uint16Array(LONGEST + 1);
  for (const length of lengths) if (length > 0) numbers[length]! += 1;
  // The next code of each length.
  const next = new Uint16Array(LONGEST + 1);
  for (let length = 1; length < LONGEST; length++) next[length + 1] = (next[length]! + numbers[length]!) << 1;
  return new Uint16Array(lengths).map((length) => (length === 0 ? 0 : reversed(next[length]!++, length)));
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit++) result |= ((code >>> bit) & 1) << (length - 1 - bit);
  return result;
}
