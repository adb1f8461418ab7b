import { grownBytes } from './grown-bytes.ts';

/** Bytes at first: a feature of some hundred positions. */
const START_BYTES = 2 ** 14;
/** Bytes that are kept for the next buffer. */
const MOST_KEPT = 2 ** 21;
/** A code unit of UTF-16 has at most so many bytes in UTF-8. */
const MOST_BYTES = 3;
/** Bytes of the offset from a table to its description, and of the entry of one field. */
const [SOFFSET_BYTES, VOFFSET_BYTES] = [4, 2];
/** Where the distance to the outermost table stands: behind the size of the buffer. */
const ROOT_AT = 4;

const encoder = new TextEncoder();

/** Bytes of a field in its table; of a table, a text or a list the distance to it. */
export const FIELD_BYTES = { byte: 1, short: 2, int: 4, long: 8, reference: 4 } as const;
export type FieldKind = keyof typeof FIELD_BYTES;

/** The fields that a table has, by their numbers in the schema, and where they stand in it. */
export interface TableShape {
  readonly places: ReadonlyMap<number, number>;
  /** What the format has each table say of itself. */
  readonly description: Uint8Array;
  readonly bytes: number;
}

/** Lays out a table with some of the fields of its schema, the largest first, as each begins at a multiple of its size. */
export function tableShape(fields: Readonly<Record<number, FieldKind>>): TableShape {
  const known = Object.entries(fields).map(([number, kind]) => [Number(number), FIELD_BYTES[kind]] as const);
  const places = new Map<number, number>();
  let end = SOFFSET_BYTES;
  // Behind the first four bytes those of four come before those of eight, so that nothing is left open between.
  const rank = (size: number): number => (size === 4 ? 16 : size);
  for (const [number, size] of known.toSorted(([, a], [, b]) => rank(b) - rank(a))) {
    const place = Math.ceil(end / size) * size;
    places.set(number, place);
    end = place + size;
  }
  const count = Math.max(-1, ...places.keys()) + 1;
  const description = new Uint16Array(2 + count);
  description.set([description.byteLength, end]);
  for (const [number, place] of places) description[2 + number] = place;
  return { places, description: new Uint8Array(description.buffer), bytes: end };
}

/**
 * Writes one FlatBuffer after another, each with its size before it. A buffer is written from its beginning: what a table refers
 * to comes behind it, which the format allows.
 *
 * Places are bytes from the size on, and everything begins at a multiple of its own size.
 */
export class FlatBufferWriter {
  #bytes = new Uint8Array(START_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Begins anew, with room for the size. The next table is the outermost. */
  begin(): void {
    if (this.#bytes.length > MOST_KEPT) this.#use(new Uint8Array(START_BYTES));
    this.#length = 0;
    this.#skip(ROOT_AT + FIELD_BYTES.reference);
  }

  /** The bytes of the buffer, good until the next one begins. */
  end(): Uint8Array {
    this.#view.setUint32(0, this.#length - ROOT_AT, true);
    return this.#bytes.subarray(0, this.#length);
  }

  /** Adds the outermost table. @returns its place */
  root(shape: TableShape): number {
    return this.table(shape, ROOT_AT);
  }

  /** Adds a table whose fields are 0. @param from where the distance to it stands @returns its place */
  table({ description, bytes }: TableShape, from: number): number {
    this.#align(VOFFSET_BYTES);
    const described = this.#length;
    this.raw(description);
    this.#align(FIELD_BYTES.long);
    const place = this.#length;
    this.#skip(bytes);
    this.#view.setInt32(place, place - described, true);
    this.#refer(from, place);
    return place;
  }

  /** Adds the beginning of a list. @param from where the distance to it stands @returns where its first element stands */
  list(from: number, count: number, elementBytes: number): number {
    const size = Math.max(elementBytes, FIELD_BYTES.int);
    this.#align(FIELD_BYTES.int);
    while ((this.#length + FIELD_BYTES.int) % size !== 0) this.#skip(FIELD_BYTES.int);
    this.#refer(from, this.#length);
    this.uint(count);
    return this.#length;
  }

  /** Adds a list of references, which are still to be set. @returns where the first one stands */
  references(from: number, count: number): number {
    const first = this.list(from, count, FIELD_BYTES.reference);
    this.#skip(count * FIELD_BYTES.reference);
    return first;
  }

  /** Sets the number of elements of a list of bytes whose first one stands somewhere, to those there are. */
  closeBytes(first: number): void {
    this.#view.setUint32(first - FIELD_BYTES.int, this.#length - first, true);
  }

  /** Adds a text that a table refers to. */
  string(from: number, text: string): void {
    const first = this.list(from, 0, 1);
    this.text(text);
    this.closeBytes(first);
    this.byte(0);
  }

  /** Sets a field of a table, or an element of a list. */
  setByte(at: number, value: number): void {
    this.#bytes[at] = value;
  }

  setShort(at: number, value: number): void {
    this.#view.setUint16(at, value, true);
  }

  setInt(at: number, value: number): void {
    this.#view.setInt32(at, value, true);
  }

  setLong(at: number, value: bigint): void {
    this.#view.setBigInt64(at, value, true);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  short(value: number): void {
    this.#reserve(FIELD_BYTES.short);
    this.#view.setUint16(this.#length, value, true);
    this.#length += FIELD_BYTES.short;
  }

  int(value: number): void {
    this.#reserve(FIELD_BYTES.int);
    this.#view.setInt32(this.#length, value, true);
    this.#length += FIELD_BYTES.int;
  }

  uint(value: number): void {
    this.#reserve(FIELD_BYTES.int);
    this.#view.setUint32(this.#length, value, true);
    this.#length += FIELD_BYTES.int;
  }

  long(value: bigint): void {
    this.#reserve(FIELD_BYTES.long);
    this.#view.setBigInt64(this.#length, value, true);
    this.#length += FIELD_BYTES.long;
  }

  double(value: number): void {
    this.#reserve(FIELD_BYTES.long);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += FIELD_BYTES.long;
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  text(text: string): void {
    this.#reserve(text.length * MOST_BYTES);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** Text or bytes with their length before them. */
  sized(value: string | Uint8Array): void {
    this.uint(0);
    const first = this.#length;
    if (typeof value === 'string') this.text(value);
    else this.raw(value);
    this.closeBytes(first);
  }

  #refer(from: number, to: number): void {
    this.#view.setUint32(from, to - from, true);
  }

  #align(size: number): void {
    this.#skip((size - (this.#length % size)) % size);
  }

  /** Zeros. */
  #skip(bytes: number): void {
    this.#reserve(bytes);
    this.#bytes.fill(0, this.#length, this.#length + bytes);
    this.#length += bytes;
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
