import { CortoError } from './corto-format.ts';

/**
 * Tunstall coding of bytes: text is cut into words of a dictionary of 256, and the number of each word is stored. Reader and writer
 * build the same dictionary from the frequencies of the symbols.
 *
 * Source: B. P. Tunstall, "Synthesis of noiseless compression codes", 1967. The details that both sides must share (16-bit chances,
 * runs, order of words) are those of the Corto format.
 */

/** A symbol and its frequency: 1 to 255, the most frequent first. */
export interface SymbolWeight {
  readonly symbol: number;
  readonly weight: number;
}

/** 256 words; word i is `text` from `starts[i]`, `lengths[i]` symbols long. */
export interface Dictionary {
  readonly starts: Uint32Array;
  readonly lengths: Uint16Array;
  readonly text: Uint8Array;
}

export const WORDS = 256;
/** Shortest run of the most frequent symbol for which a dictionary starts with runs. */
const LEAST_RUN = 16;
/** Slots that the largest dictionary uses: runs of two symbols, and the words that grow out of them. */
export const SLOTS = 4 * WORDS;
const NO_WORD = -1;

/**
 * Words as they grow. A slot is (column × number of symbols + row); words of a row end with the same symbol, and the first one that is
 * left in a row is the most frequent of it.
 */
interface Slots {
  readonly count: number;
  readonly symbols: Uint8Array;
  /** Chance of each symbol, of 65,536. */
  readonly chances: Uint32Array;
  /** Chance of each word, of 65,536. */
  readonly chance: Uint32Array;
  /** Slot of the word that a word continues by one symbol. */
  readonly parent: Int32Array;
  readonly length: Uint16Array;
  /** First slot of each row that is still a word. */
  readonly heads: Uint32Array;
  /** First free slot. */
  end: number;
}

/** @param symbols two at least @throws CortoError for fewer */
export function dictionary(symbols: readonly SymbolWeight[]): Dictionary {
  if (symbols.length < 2) throw new CortoError('A dictionary needs two symbols.');
  const slots = startSlots(symbols);
  const run = runOf(slots);
  let words = run === null ? addSymbols(slots) : addRuns(slots, run);
  while (words < WORDS) {
    grow(slots, words);
    words += slots.count - 1;
  }
  return numbered(slots);
}

function startSlots(symbols: readonly SymbolWeight[]): Slots {
  return {
    count: symbols.length,
    symbols: Uint8Array.from(symbols, ({ symbol }) => symbol),
    chances: Uint32Array.from(symbols, ({ weight }) => weight << 8),
    chance: new Uint32Array(SLOTS),
    parent: new Int32Array(SLOTS).fill(NO_WORD),
    length: new Uint16Array(SLOTS),
    heads: Uint32Array.from(symbols, (_, row) => row),
    end: 0,
  };
}

/** Length of the longest run of the first symbol that is more frequent than the second symbol; null for short ones. */
function runOf({ count, chances }: Slots): number | null {
  const [first, second] = [chances[0]!, chances[1]!];
  const longest = Math.floor((WORDS - 1) / (count - 1));
  let run = 2;
  for (let chance = (first * first) >>> 16; chance > second && run < longest; run += 1)
    chance = (chance * first) >>> 16;
  return run >= LEAST_RUN ? run : null;
}

/** Starts with a word for each symbol. @returns the number of words */
function addSymbols(slots: Slots): number {
  for (let row = 0; row < slots.count; row += 1) {
    slots.chance[row] = slots.chances[row]!;
    slots.length[row] = 1;
  }
  slots.end = slots.count;
  return slots.count;
}

/**
 * Starts with runs of the first symbol: each shorter run followed by each of the other symbols, and the longest run itself. The
 * slots of shorter runs in the first row are parents only, so the first row starts at its last column.
 *
 * @returns the number of words
 */
function addRuns(slots: Slots, run: number): number {
  const { count, chances, chance, parent, length, heads } = slots;
  for (let column = 0; column < run; column += 1) {
    const start = column * count;
    const before = column === 0 ? null : start - count;
    for (let row = 0; row < count; row += 1) {
      const slot = start + row;
      chance[slot] = before === null ? chances[row]! : (chance[before]! * chances[row]!) >>> 16;
      length[slot] = column + 1;
      parent[slot] = before ?? NO_WORD;
    }
  }
  heads[0] = (run - 1) * count;
  slots.end = run * count;
  return 1 + run * (count - 1);
}

/** Replaces the most frequent word by itself followed by each symbol, until all numbers of words are used. */
function grow(slots: Slots, words: number): void {
  const { count, chances, chance, parent, length, heads } = slots;
  let best = 0;
  for (let row = 1; row < count; row += 1) if (chance[heads[row]!]! > chance[heads[best]!]!) best = row;
  const word = heads[best]!;
  const most = Math.min(count, WORDS - words);
  for (let row = 0; row < most; row += 1) {
    const slot = slots.end + row;
    chance[slot] = (chances[row]! * chance[word]!) >>> 16;
    length[slot] = length[word]! + 1;
    parent[slot] = word;
  }
  slots.end += most;
  // A word that was not continued by every symbol stays, or some texts could not be written.
  if (words + most < WORDS) heads[best]! += count;
}

/** Numbers the words in the order of their slots and writes their texts. */
function numbered({ count, symbols, parent, length, heads, end }: Slots): Dictionary {
  const [starts, lengths] = [new Uint32Array(WORDS), new Uint16Array(WORDS)];
  const slotOf: number[] = [];
  let total = 0;
  for (let slot = 0; slot < end && slotOf.length < WORDS; slot += 1) {
    if (slot < heads[slot % count]!) continue;
    starts[slotOf.length] = total;
    lengths[slotOf.length] = length[slot]!;
    total += length[slot]!;
    slotOf.push(slot);
  }
  const text = new Uint8Array(total);
  slotOf.forEach((last, word) => {
    let at = starts[word]! + lengths[word]!;
    for (let slot = last; slot !== NO_WORD; slot = parent[slot]!) text[--at] = symbols[slot % count]!;
  });
  return { starts, lengths, text };
}
