import { PbfWriter } from 'pbf';
import { written } from './protocol-buffer.ts';

/** Attributes of many features, each value once, as tiles write them. */
export interface ValuePool {
  /** How many values there are; their numbers are those below. */
  readonly size: number;
  /** The number of a value; -1 for what tiles do not tell. */
  add(value: unknown, type: ColumnType): number;
  /** A value as a message of the tile. */
  encoded(number: number): Uint8Array;
}

export type ColumnType = 'boolean' | 'integer' | 'real' | 'text';

/** Longer texts are cut in tiles; the GeoPackage has them whole. */
export const LONGEST_TEXT = 2000;

export function createValuePool(): ValuePool {
  const messages = new PbfWriter(new Uint8Array(65_536));
  const starts: number[] = [];
  const numbered = <K>(encode: (out: PbfWriter, key: K) => void): ((key: K) => number) => {
    const known = new Map<K, number>();
    return (key) => {
      const found = known.get(key);
      if (found !== undefined) return found;
      known.set(key, starts.length);
      const number = starts.push(messages.pos) - 1;
      encode(messages, key);
      return number;
    };
  };
  const text = numbered(encodeText);
  const integer = numbered(encodeInteger);
  /** A real 1 and an integer 1 are two values. */
  const real = numbered(encodeReal);
  const boolean = numbered(encodeBoolean);
  return {
    get size() {
      return starts.length;
    },
    add(value, type) {
      if (typeof value === 'string') return text(shorten(value));
      if (typeof value === 'bigint' && !isShown(Number(value))) return text(String(value));
      const number = typeof value === 'bigint' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) return -1;
      if (type === 'boolean') return boolean(number !== 0);
      // Adding 0 makes 0 of -0, which the table of numbers would take for the same.
      return type === 'integer' && isShown(number) ? integer(number + 0) : real(number + 0);
    },
    encoded: (index) =>
      written(messages, starts[index]).subarray(0, (starts[index + 1] ?? messages.pos) - starts[index]!),
  };
}

/** Beyond it readers in browsers would show another number: then its digits are written, as a text. */
const isShown = (integer: number): boolean => Number.isInteger(integer) && Math.abs(integer) <= 2 ** 52;

const shorten = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT).toWellFormed()}…`;

const utf8 = new TextEncoder();

const encodeText = (out: PbfWriter, text: string): void => out.writeBytesField(1, utf8.encode(text));

function encodeReal(out: PbfWriter, value: number): void {
  // Four bytes where they lose nothing.
  const isShort = Math.fround(value) === value;
  if (isShort) out.writeFloatField(2, value);
  else out.writeDoubleField(3, value);
}

function encodeInteger(out: PbfWriter, integer: number): void {
  // Unsigned, or signed by zigzag, which doubles it: at most 53 bits, still whole in a double.
  out.writeVarint((integer < 0 ? 6 : 5) << 3);
  out.writeVarint(integer < 0 ? -2 * integer - 1 : integer);
}

function encodeBoolean(out: PbfWriter, value: boolean): void {
  out.writeVarint(7 << 3);
  out.writeVarint(Number(value));
}
