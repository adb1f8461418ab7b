import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import type { ColumnReader, Columns } from './columns.ts';

export interface TextPlan {
  readonly kind: 'text';
  readonly path: string;
  /** Numbers in a line. */
  readonly columns: number;
  /** Where the first line of points begins. */
  readonly start: number;
  readonly size: number;
}

/** Bytes of a piece: some 100,000 lines. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** A line of 64 numbers; what is longer is none. */
const MAX_LINE = 4096;

export const textPieces = ({ start, size }: TextPlan): number => Math.max(1, Math.ceil((size - start) / PIECE_BYTES));

/** Points of a text, one a line. A piece has the lines that begin in its bytes. Lines that are no points are left out. */
export function openText({ path, columns, start, size }: TextPlan): ColumnReader {
  const window = openWindow(path);
  return {
    read(piece) {
      const from = start + piece * PIECE_BYTES;
      const to = Math.min(size, from + PIECE_BYTES);
      // The byte in front tells whether a line begins here, those behind belong to the last one.
      const first = piece === 0 ? from : from - 1;
      const bytes = window.bytes(first, Math.min(size, to + MAX_LINE) - first) ?? Buffer.alloc(0);
      const begin = piece === 0 ? 0 : afterLine(bytes, 0);
      return readLines(bytes, begin, to - first, columns);
    },
    close: () => window.close(),
  };
}

const [TAB, NEWLINE, RETURN, SPACE, COMMA, MINUS, PLUS, POINT, ZERO, SEMICOLON, UPPER_E, LOWER_E] = [
  9, 10, 13, 32, 44, 45, 43, 46, 48, 59, 69, 101,
] as const;

const isLineEnd = (byte: number): boolean => byte === NEWLINE || byte === RETURN;
const isGap = (byte: number): boolean => byte === SPACE || byte === TAB || byte === COMMA || byte === SEMICOLON;

function afterLine(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && !isLineEnd(bytes[at]!)) at += 1;
  return at + 1;
}

/** @param end lines that begin before it are read */
function readLines(bytes: Buffer, begin: number, end: number, columns: number): Columns {
  // The shortest number and the gap behind it have two bytes.
  const most = Math.ceil((bytes.length - begin + 1) / (2 * columns));
  const values = Array.from({ length: columns }, () => new Float64Array(most));
  let count = 0;
  for (let at = begin; at < end && at < bytes.length; at = afterLine(bytes, at))
    if (readLine(bytes, at, values, count, columns)) count += 1;
  return { count, values: values.map((column) => column.subarray(0, count)) };
}

function readLine(
  bytes: Buffer,
  start: number,
  values: readonly Float64Array[],
  row: number,
  columns: number,
): boolean {
  let at = start;
  for (let column = 0; column < columns; column += 1) {
    while (at < bytes.length && isGap(bytes[at]!)) at += 1;
    const from = at;
    while (at < bytes.length && !isGap(bytes[at]!) && !isLineEnd(bytes[at]!)) at += 1;
    const value = from === at ? NaN : numberIn(bytes, from, at);
    // A gap in a column behind the coordinates is a value that is none.
    if (Number.isNaN(value) && (column < 3 || from === at)) return false;
    values[column]![row] = value;
  }
  return true;
}

/** Digits whose number is exact in 64 bits. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: 23 }, (_, power) => 10 ** power);

/** A decimal number. What is short is exact: a whole number below 2^53 by a power of ten that is exact, rounded once. */
function numberIn(bytes: Buffer, from: number, to: number): number {
  let at = from;
  const isNegative = bytes[at] === MINUS;
  if (isNegative || bytes[at] === PLUS) at += 1;
  let [whole, digits, decimals, point] = [0, 0, 0, false];
  const first = at;
  for (; at < to; at += 1) {
    const byte = bytes[at]!;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) {
      whole = whole * 10 + digit;
      if (whole > 0) digits += 1;
      if (point) decimals += 1;
    } else if (byte === POINT && !point) point = true;
    else break;
  }
  const isShort = at === to && digits <= EXACT_DIGITS && decimals < POWERS.length;
  // A sign or a point alone is none.
  if (at - first <= Number(point)) return NaN;
  if (isShort) return (isNegative ? -whole : whole) / POWERS[decimals]!;
  if (at < to && bytes[at] !== UPPER_E && bytes[at] !== LOWER_E) return NaN;
  return Number(bytes.toString('latin1', from, to));
}
