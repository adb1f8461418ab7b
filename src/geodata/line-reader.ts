/** Reads numbers and words of a line, one after the other. One reader serves all lines: a file has millions. */
export interface LineReader {
  /** Begins a line, `skipped` bytes behind its beginning. */
  start(bytes: Buffer, begin: number, end: number, skipped?: number): void;
  /** Skips blanks. @returns whether something is left */
  hasMore(): boolean;
  /** Reads the next word as a number; NaN if it is none. */
  number(): number;
  /** Reads a whole number up to a slash, a blank or the end; 0 if there is none. */
  index(): number;
  /** Skips a slash. @returns whether there was one */
  slash(): boolean;
  /** Skips the rest of a word. */
  skipWord(): void;
  /** The whole line, cut at 80 bytes, for messages. */
  text(): string;
}

const [MINUS, PLUS, POINT, ZERO, NINE, SLASH] = [0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x2f] as const;
/** All control characters count as blanks, too. */
const BLANK = 0x20;
/** A double keeps this many digits exactly; longer numbers take the slow way. */
const MOST_DIGITS = 15;
/** Powers of ten that a double represents exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
/** Longer words are no numbers. */
const MOST_NUMBER_BYTES = 400;
const MOST_TEXT_BYTES = 80;

export function createLineReader(): LineReader {
  let bytes: Buffer = Buffer.alloc(0);
  let [begin, at, end] = [0, 0, 0];
  const skipBlanks = (): void => {
    while (at < end && bytes[at]! <= BLANK) at += 1;
  };
  const skipWord = (): void => {
    while (at < end && bytes[at]! > BLANK) at += 1;
  };
  /** Reads the word from `first` with the number parser of the language. */
  const slowNumber = (first: number): number => {
    at = first;
    skipWord();
    if (at - first > MOST_NUMBER_BYTES) return NaN;
    const text = bytes.toString('latin1', first, at);
    // Number('') is zero.
    return /\d/.test(text) ? Number(text) : NaN;
  };
  return {
    start(next, from, to, skipped = 0) {
      bytes = next;
      begin = from;
      at = from + skipped;
      end = to;
    },
    hasMore() {
      skipBlanks();
      return at < end;
    },
    number() {
      skipBlanks();
      const first = at;
      const isNegative = at < end && bytes[at] === MINUS;
      if (isNegative || (at < end && bytes[at] === PLUS)) at += 1;
      let value = 0;
      let digits = 0;
      let decimals = 0;
      let pointAt = -1;
      let firstDigit = at;
      for (; at < end; at += 1) {
        const byte = bytes[at]!;
        if (byte >= ZERO && byte <= NINE) {
          value = 10 * value + (byte - ZERO);
          if (value > 0) digits += 1;
        } else if (byte === POINT && pointAt < 0) pointAt = at;
        else break;
      }
      if (pointAt >= 0) {
        decimals = at - pointAt - 1;
        firstDigit += 1;
      }
      const isPlain = at > firstDigit && (at === end || bytes[at]! <= BLANK);
      if (!isPlain || digits > MOST_DIGITS || decimals >= POWERS.length) return slowNumber(first);
      const exact = value / POWERS[decimals]!;
      return isNegative ? -exact : exact;
    },
    index() {
      const isNegative = at < end && bytes[at] === MINUS;
      if (isNegative) at += 1;
      let value = 0;
      for (; at < end; at += 1) {
        const byte = bytes[at]!;
        if (byte < ZERO || byte > NINE) break;
        value = 10 * value + (byte - ZERO);
      }
      return isNegative ? -value : value;
    },
    slash() {
      if (at >= end || bytes[at] !== SLASH) return false;
      at += 1;
      return true;
    },
    skipWord,
    text: () => bytes.toString('latin1', begin, Math.min(end, begin + MOST_TEXT_BYTES)).trim(),
  };
}
