import { grownBytes } from './grown-bytes.ts';

/** Bytes of a text at first: most pages are shorter than this twice. */
const START_BYTES = 2 ** 18;
/** Bytes that are kept for the next text: twice a piece of a page. */
const MOST_KEPT = 2 ** 21;
/** A code unit of UTF-16 has at most so many bytes in UTF-8. */
const MOST_BYTES = 3;
/** Longest number: sign, ten digits, point and nine digits, or what JavaScript writes. */
const NUMBER_BYTES = 32;
/** Whole parts that fit the fast arithmetic of 32 bits. */
const MOST_WHOLE = 2 ** 31;
/** Beyond it the product with a power of ten has lost its last digits. */
const MOST_EXACT = 2 ** 52;
const [ZERO, POINT, MINUS, SPACE, DELETE] = [48, 46, 45, 32, 127];
/** Bytes that a piece is written by at once. */
const WORD_BYTES = 4;
/** Two digits of each number below a hundred, the first one in the upper byte. */
const PAIRS = Uint16Array.from(
  { length: 100 },
  (_, pair) => ((ZERO + Math.floor(pair / 10)) << 8) | (ZERO + (pair % 10)),
);
const POWERS = [1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9] as const;

/** Decimals of a position in degrees: a tenth of a millimetre on the ground. */
const DEGREE_DECIMALS = 9;

const encoder = new TextEncoder();

/** A text that is written again and again. */
export interface TextPiece {
  /** Its bytes, four at a time, the first one lowest; zeros after the last. */
  readonly words: Int32Array;
  /** In bytes. */
  readonly length: number;
}

/** Makes a text ready for `TextWriter.piece`. */
export function textPiece(text: string): TextPiece {
  const bytes = encoder.encode(text);
  const words = new Int32Array(Math.ceil(bytes.length / WORD_BYTES));
  for (let at = 0; at < bytes.length; at += 1) words[at >> 2]! |= bytes[at]! << (8 * (at & 3));
  return { words, length: bytes.length };
}

/** Printable characters of ASCII without some, for `TextWriter.plainText`: 1 for the code of each. */
export const asciiWithout = (characters: string): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) =>
    Number(code >= SPACE && code < DELETE && !characters.includes(String.fromCharCode(code))),
  );

/** Text that grows as UTF-8, or bytes: nothing is put together in strings first, and numbers are written digit by digit. */
export class TextWriter {
  #bytes = new Uint8Array(START_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Bytes up to now. */
  get length(): number {
    return this.#length;
  }

  /** Begins anew. Room that a long text took is given back. */
  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > MOST_KEPT) this.#use(new Uint8Array(START_BYTES));
  }

  /** A copy of what was written. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  text(text: string): void {
    const { length } = text;
    this.#reserve(length * MOST_BYTES);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 127) {
        at += encoder.encodeInto(text.slice(index), bytes.subarray(at)).written;
        break;
      }
      bytes[at++] = code;
    }
    this.#length = at;
  }

  /** Bytes that are no text, between texts or for themselves. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** @param allowed 1 for the code of each character of ASCII that the text may have @returns false for another: nothing is written */
  plainText(text: string, allowed: Uint8Array): boolean {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    const start = this.#length;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (allowed[code] !== 1) return false;
      bytes[start + index] = code;
    }
    this.#length = start + length;
    return true;
  }

  /** As `text`, in a quarter of the time. */
  piece({ words, length }: TextPiece): void {
    this.#reserve(length + WORD_BYTES);
    const view = this.#view;
    let at = this.#length;
    // What is written beyond the end of the text is overwritten by the next one.
    for (let index = 0; index < words.length; index += 1, at += WORD_BYTES) view.setInt32(at, words[index]!, true);
    this.#length += length;
  }

  /**
   * A number in decimal notation, rounded to at most nine decimals, without zeros at the end. Numbers that are too large to
   * have so many are written as JavaScript does.
   */
  number(value: number, decimals = DEGREE_DECIMALS): void {
    const scale = POWERS[decimals]!;
    const scaled = Math.round(Math.abs(value) * scale);
    const whole = Math.floor(scaled / scale);
    if (!(scaled < MOST_EXACT && whole < MOST_WHOLE)) return this.text(String(value));
    this.#reserve(NUMBER_BYTES);
    if (value < 0 && scaled > 0) this.#bytes[this.#length++] = MINUS;
    this.#length = putWhole(this.#bytes, this.#length, whole);
    this.#length = putFraction(this.#bytes, this.#length, scaled - whole * scale, decimals);
  }

  #use(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }

  #reserve(bytes: number): void {
    const grown = grownBytes(this.#bytes, this.#length, bytes);
    if (grown !== this.#bytes) this.#use(grown);
  }
}

/** @returns the place behind the digits */
function putWhole(bytes: Uint8Array, start: number, whole: number): number {
  let digits = 1;
  for (let least = 10; digits < 10 && whole >= least; least *= 10) digits += 1;
  putDigits(bytes, start, whole, digits);
  return start + digits;
}

/** @param fraction digits behind the point as a whole number */
function putFraction(bytes: Uint8Array, start: number, fraction: number, decimals: number): number {
  if (fraction === 0) return start;
  bytes[start] = POINT;
  putDigits(bytes, start + 1, fraction, decimals);
  let end = start + 1 + decimals;
  while (bytes[end - 1] === ZERO) end -= 1;
  return end;
}

function putDigits(bytes: Uint8Array, start: number, value: number, digits: number): void {
  // As 32 bits the division by a hundred is a multiplication.
  let rest = value | 0;
  let at = start + digits - 2;
  for (; at >= start; at -= 2) {
    const hundreds = (rest / 100) | 0;
    const pair = PAIRS[rest - 100 * hundreds]!;
    bytes[at] = pair >> 8;
    bytes[at + 1] = pair & 255;
    rest = hundreds;
  }
  if (at === start - 1) bytes[start] = ZERO + rest;
}
