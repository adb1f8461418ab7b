/**
 * Tunstall coding, as Corto streams have it: bytes are written as numbers of words of a dictionary of 256, which both sides make of the
 * frequencies of the symbols.
 */

/** A symbol and how frequent it is: 1 to 255, the most frequent first. */
export interface SymbolWeight {
  readonly symbol: number;
  readonly weight: number;
}

const WORDS = 256;
/** Of the same symbol as often in a row: then the dictionary begins with runs of the most frequent one. */
const LEAST_RUN = 16;

interface Word {
  readonly text: readonly number[];
  /** Of 65,536. */
  readonly chance: number;
}

/** Weights of the symbols in some bytes. More than 255 symbols cannot be written. */
export function weigh(bytes: Uint8Array): readonly SymbolWeight[] {
  const counts = new Float64Array(256);
  for (const byte of bytes) counts[byte]! += 1;
  const found = [...counts.entries()].filter(([, count]) => count > 0);
  return found
    .map(([symbol, count]) => ({ symbol, weight: Math.max(1, Math.floor((count * 255) / bytes.length)) }))
    .toSorted((one, other) => other.weight - one.weight || one.symbol - other.symbol);
}

/** The words, by their numbers. @param symbols two at least */
export function dictionary(symbols: readonly SymbolWeight[]): readonly (readonly number[])[] {
  const chances = symbols.map(({ weight }) => weight << 8);
  const ordered: { readonly row: number; readonly word: Word }[] = [];
  /** Words that end with each symbol, in the order in which they came; the first is the most frequent of them. */
  const rows: Word[][] = symbols.map(() => []);
  const heads = symbols.map(() => 0);
  const add = (row: number, word: Word): void => {
    ordered.push({ row, word });
    rows[row]!.push(word);
  };
  const run = runOf(symbols.length, chances);
  let count: number;
  if (run === null) {
    symbols.forEach(({ symbol }, row) => add(row, { text: [symbol], chance: chances[row]! }));
    count = symbols.length;
  } else {
    addRuns(symbols, chances, run, add);
    count = 1 + run * (symbols.length - 1);
  }
  while (count < WORDS) {
    let best = 0;
    rows.forEach((row, index) => {
      if (row[heads[index]!]!.chance > rows[best]![heads[best]!]!.chance) best = index;
    });
    const { text, chance } = rows[best]![heads[best]!]!;
    let isFull = false;
    for (let longer = 0; longer < symbols.length && !isFull; longer += 1) {
      add(longer, { text: [...text, symbols[longer]!.symbol], chance: (chances[longer]! * chance) >>> 16 });
      isFull = count + longer === WORDS - 1;
    }
    // Readers keep the word that the last ones continue, and where these end with the last symbol, add one more that has no number.
    if (!isFull) heads[best]! += 1;
    count += symbols.length - 1;
  }
  const seen = symbols.map(() => 0);
  const words = ordered.flatMap(({ row, word }) => ((seen[row]! += 1) > heads[row]! ? [word.text] : []));
  return words.slice(0, WORDS);
}

/** Length of the longest run of the most frequent symbol that is more frequent than the second symbol; null for short ones. */
function runOf(count: number, [first = 0, second = 0]: readonly number[]): number | null {
  const longest = Math.floor((WORDS - 1) / (count - 1));
  let run = 2;
  for (let chance = (first * first) >>> 16; chance > second && run < longest; run += 1)
    chance = (chance * first) >>> 16;
  return run >= LEAST_RUN ? run : null;
}

/** Runs of the first symbol that each other symbol ends, and the longest run itself. */
function addRuns(
  symbols: readonly SymbolWeight[],
  chances: readonly number[],
  run: number,
  add: (row: number, word: Word) => void,
): void {
  const first = symbols[0]!.symbol;
  let before = 0;
  for (let length = 0; length < run; length += 1) {
    const start = Array<number>(length).fill(first);
    const all = length === 0 ? chances[0]! : (before * chances[0]!) >>> 16;
    if (length === run - 1) add(0, { text: [...start, first], chance: all });
    for (let row = 1; row < symbols.length; row += 1) {
      const chance = length === 0 ? chances[row]! : (before * chances[row]!) >>> 16;
      add(row, { text: [...start, symbols[row]!.symbol], chance });
    }
    before = all;
  }
}

/** Bytes as numbers of words. */
export function encodeWords(bytes: Uint8Array, words: readonly (readonly number[])[]): Uint8Array {
  const trie = trieOf(words);
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length;) {
    let [node, length, best, bestLength] = [0, 0, -1, 0];
    while (at + length < bytes.length) {
      const next = trie.children[node]!.get(bytes[at + length]!);
      if (next === undefined) break;
      node = next;
      length += 1;
      if (trie.words[node]! >= 0) [best, bestLength] = [trie.words[node]!, length];
    }
    // The end of the bytes lies inside a word: any that goes on from there.
    if (at + length === bytes.length && bestLength < length) [best, bestLength] = [trie.below[node]!, length];
    numbers.push(best);
    at += bestLength;
  }
  return Uint8Array.from(numbers);
}

interface Trie {
  readonly children: readonly Map<number, number>[];
  /** Number of the word that ends at a node; -1 for none. */
  readonly words: readonly number[];
  /** Number of a word that ends at it or below. */
  readonly below: readonly number[];
}

function trieOf(texts: readonly (readonly number[])[]): Trie {
  const children = [new Map<number, number>()];
  const [words, below] = [[-1], [-1]];
  texts.forEach((text, number) => {
    let node = 0;
    for (const symbol of text) {
      const next = children[node]!.get(symbol) ?? children.length;
      if (next === children.length) {
        children[node]!.set(symbol, next);
        children.push(new Map());
        words.push(-1);
        below.push(number);
      }
      node = next;
    }
    words[node] = number;
  });
  return { children, words, below };
}
