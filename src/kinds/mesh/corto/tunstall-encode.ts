import { type Dictionary, SLOTS, type SymbolWeight, WORDS } from './tunstall.ts';

/** Frequencies of the symbols of some bytes. At most 255 different symbols can be stored. */
export function weigh(bytes: Uint8Array): readonly SymbolWeight[] {
  const counts = new Float64Array(256);
  for (const byte of bytes) counts[byte]! += 1;
  const found = [...counts.entries()].filter(([, count]) => count > 0);
  if (found.length > 255) throw new RangeError('More than 255 different bytes cannot be stored.');
  return found
    .map(([symbol, count]) => ({ symbol, weight: Math.max(1, Math.floor((count * 255) / bytes.length)) }))
    .toSorted((one, other) => other.weight - one.weight || one.symbol - other.symbol);
}

/** Numbers of the words that some bytes consist of: always the longest word that fits. */
export function encodeWords(bytes: Uint8Array, words: Dictionary): Uint8Array {
  const trie = trieOf(words);
  const numbers = new Uint8Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length; count += 1) {
    const { word, length } = longestWord(trie, bytes, at);
    numbers[count] = word;
    at += length;
  }
  return numbers.subarray(0, count);
}

/** A tree of the words by their symbols. */
interface Trie {
  /** Place of each symbol among those that words have; the rest cannot be written. */
  readonly ranks: Uint8Array;
  readonly width: number;
  /** Node below node i by the symbol of rank r: `children[width * i + r]`, 0 for none. */
  readonly children: Uint16Array;
  /** Number of the word that ends at a node; -1 for none. */
  readonly words: Int16Array;
  /** Number of some word that passes through a node. */
  readonly through: Uint8Array;
}

function trieOf({ starts, lengths, text }: Dictionary): Trie {
  const symbols = [...new Set(text)];
  const ranks = new Uint8Array(256);
  symbols.forEach((symbol, rank) => (ranks[symbol] = rank));
  const width = symbols.length;
  const children = new Uint16Array(width * SLOTS);
  const words = new Int16Array(SLOTS).fill(-1);
  const through = new Uint8Array(SLOTS);
  let nodes = 1;
  for (let word = 0; word < WORDS; word += 1) {
    let node = 0;
    for (let at = starts[word]!; at < starts[word]! + lengths[word]!; at += 1) {
      const place = width * node + ranks[text[at]!]!;
      if (children[place] === 0) {
        children[place] = nodes;
        through[nodes] = word;
        nodes += 1;
      }
      node = children[place]!;
    }
    words[node] = word;
  }
  return { ranks, width, children, words, through };
}

function longestWord(
  { ranks, width, children, words, through }: Trie,
  bytes: Uint8Array,
  start: number,
): { readonly word: number; readonly length: number } {
  let [node, at, word, end] = [0, start, -1, start];
  while (at < bytes.length) {
    const next = children[width * node + ranks[bytes[at]!]!]!;
    if (next === 0) break;
    node = next;
    at += 1;
    if (words[node]! >= 0) [word, end] = [words[node]!, at];
  }
  // The bytes end inside a word: readers stop there, so any word that goes on will do.
  if (at === bytes.length && end < at) [word, end] = [through[node]!, at];
  return { word, length: end - start };
}
