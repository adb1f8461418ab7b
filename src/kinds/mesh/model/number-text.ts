const [MINUS, PLUS, POINT, ZERO, NINE, SLASH] = [...Buffer.from('-+.09/')] as [
  number,
  number,
  number,
  number,
  number,
  number,
];
/** Digits that a double keeps; numbers with more are left to the slower way. */
const MOST_DIGITS = 15;
/** Powers of ten that a double has exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** Reads numbers and words of a line, one after the other. Made once and given each line: files have millions. */
export interface LineReader {
  start(line: Buffer, at: number): void;
  /** Whether something that is no blank is left. */
  hasMore(): boolean;
  /** The next number; NaN where there is none. The word is passed over. */
  number(): number;
  /** The next whole number up to a slash, a blank or the end; 0 where there is none. */
  index(): number;
  /** Passes over a slash. @returns whether there was one */
  slash(): boolean;
  /** Passes over the rest of a word. */
  skipWord(): void;
}

const isBlank = (byte: number): boolean => byte <= 32;

export function createLineReader(): LineReader {
  let line: Buffer = Buffer.alloc(0);
  let at = 0;
  const skipBlanks = (): void => {
    while (at < line.length && isBlank(line[at]!)) at += 1;
  };
  const endOfWord = (): number => {
    let end = at;
    while (end < line.length && !isBlank(line[end]!)) end += 1;
    return end;
  };
  return {
    start(next, from) {
      line = next;
      at = from;
    },
    hasMore() {
      skipBlanks();
      return at < line.length;
    },
    number() {
      skipBlanks();
      const begin = at;
      let isNegative = false;
      if (line[at] === MINUS || line[at] === PLUS) {
        isNegative = line[at] === MINUS;
        at += 1;
      }
      let [value, digits, decimals, seen] = [0, 0, 0, 0];
      let isFraction = false;
      for (; at < line.length; at += 1) {
        const byte = line[at]!;
        if (byte >= ZERO && byte <= NINE) {
          value = 10 * value + (byte - ZERO);
          seen += 1;
          if (value > 0) digits += 1;
          if (isFraction) decimals += 1;
        } else if (byte === POINT && !isFraction) isFraction = true;
        else break;
      }
      const isPlain = at === line.length || isBlank(line[at]!);
      if (isPlain && seen > 0 && digits <= MOST_DIGITS && decimals < POWERS.length) {
        const exact = value / POWERS[decimals]!;
        return isNegative ? -exact : exact;
      }
      const end = endOfWord();
      const text = line.toString('latin1', begin, end);
      at = end;
      // An empty text would be zero.
      return /\d/.test(text) ? Number(text) : NaN;
    },
    index() {
      let isNegative = false;
      if (line[at] === MINUS) {
        isNegative = true;
        at += 1;
      }
      let value = 0;
      for (; at < line.length; at += 1) {
        const byte = line[at]!;
        if (byte < ZERO || byte > NINE) break;
        value = 10 * value + (byte - ZERO);
      }
      return isNegative ? -value : value;
    },
    slash() {
      if (line[at] !== SLASH) return false;
      at += 1;
      return true;
    },
    skipWord() {
      at = endOfWord();
    },
  };
}
