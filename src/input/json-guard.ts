import { fail } from '../errors/index.ts';

/** What a JSON body may hold. Together they keep the parsing of a body below some 50 ms of the one main thread. */
const LIMITS = {
  /** Levels of objects and lists. GeoJSON in a value has about ten. */
  depth: 100,
  /** Members and items. A batch delete names 100,000 paths; 250,000 empty objects are parsed in 16 ms. */
  values: 250_000,
  /** Members of objects, whose names cost most: 50,000 different ones are parsed in 20 ms. */
  members: 50_000,
  /** Bytes of all names of members, as they are written: each different name is made into a text that is looked up. */
  nameBytes: 1024 * 1024,
  /** Characters of one number. Programs write at most 24. */
  number: 400,
} as const;

/** Digits from which on a whole number may be one that JavaScript does not have. */
const EXACT_DIGITS = 16;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [PLUS, MINUS, DOT, ZERO, NINE, UPPER_E, LOWER_E] = [0x2b, 0x2d, 0x2e, 0x30, 0x39, 0x45, 0x65];

/**
 * Checks a JSON text before it is parsed, piece by piece as it arrives: depth, number of values, and numbers that would
 * change on the way. It does not check the syntax; the parser does.
 *
 * @returns takes the next bytes; without any, the text has ended. Throws `too-large` or `invalid-input`
 */
export function createJsonGuard(): (piece?: Uint8Array) => void {
  let [depth, values, members] = [0, 0, 0];
  let [isInText, isEscaped] = [false, false];
  /** Bytes of the last text, which is a name when a colon follows. */
  let [textBytes, nameBytes] = [0, 0];
  /** The number that the last piece ended in, so far. */
  let number = '';

  const endNumber = (source: string): void => {
    number = '';
    if (source.length > LIMITS.number)
      throw fail('invalid-input', `A number in the body has more than ${LIMITS.number} characters.`);
    if (source.length >= EXACT_DIGITS && !isKeptExactly(source))
      throw fail(
        'invalid-input',
        `The number ${source.slice(0, 40)} cannot be kept exactly; send it as a text, in quotation marks.`,
      );
  };

  const count = (byte: number): void => {
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > LIMITS.depth) throw fail('invalid-input', `The body is nested deeper than ${LIMITS.depth} levels.`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === COMMA) values += 1;
    else if (byte === COLON) {
      members += 1;
      nameBytes += textBytes;
    } else return;
    if (values > LIMITS.values) throw fail('too-large', `The body has more than ${LIMITS.values} values.`);
    if (nameBytes > LIMITS.nameBytes)
      throw fail('too-large', `The names of members in the body have more than ${LIMITS.nameBytes} bytes.`);
    if (members > LIMITS.members)
      throw fail('too-large', `The body has more than ${LIMITS.members} members of objects.`);
  };

  return (piece = new Uint8Array(0)) => {
    if (piece.length === 0) return endNumber(number);
    /** Where the number begins that is being read; -1 outside of one. */
    let start = number === '' ? -1 : 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]!;
      if (isInText) {
        textBytes += 1;
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
        continue;
      }
      if (isNumeric(byte)) {
        if (start < 0) start = at;
        continue;
      }
      if (start >= 0) {
        // Most numbers are short, and no text is made of them.
        if (number !== '' || at - start >= EXACT_DIGITS) endNumber(number + ascii(piece, start, at));
        start = -1;
      }
      if (byte === QUOTE) {
        isInText = true;
        textBytes = 0;
      } else count(byte);
    }
    if (start >= 0) {
      number += ascii(piece, start, piece.length);
      if (number.length > LIMITS.number) endNumber(number);
    }
  };
}

function isNumeric(byte: number): boolean {
  return (
    (byte >= ZERO && byte <= NINE) ||
    byte === MINUS ||
    byte === DOT ||
    byte === PLUS ||
    byte === LOWER_E ||
    byte === UPPER_E
  );
}

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');

/** With an exponent a number is no id but a measure, which is as exact as numbers with a fraction are. */
function isKeptExactly(source: string): boolean {
  const value = Number(source);
  if (!(Math.abs(value) > Number.MAX_SAFE_INTEGER) || /e/i.test(source)) return true;
  const [whole = '', fraction = ''] = source.split('.');
  return Number.isFinite(value) && !/[^0]/.test(fraction) && BigInt(whole) === BigInt(value);
}
