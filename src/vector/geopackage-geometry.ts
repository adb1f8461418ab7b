import type { GeoGeometry, GeoPosition } from './geometry.ts';

/** Bytes of the header of a GeoPackage geometry before its envelope. */
const HEADER_BYTES = 8;
/** Numbers of an envelope, by its kind in the flags. */
const ENVELOPE_NUMBERS = [0, 4, 6, 6, 8];
const EMPTY_FLAG = 0x10;
/** Collections within collections: nobody draws more, and each is a call. */
const MAX_DEPTH = 32;
const POSITION_BYTES = 8;

/**
 * Reads a geometry as a GeoPackage keeps it: a header, then well-known binary, ISO or extended, in either byte order.
 * Measures are left out.
 *
 * @returns null for an empty geometry
 * @throws RangeError for bytes that are none, or end too early, and for curves
 */
export function readGeometry(blob: Uint8Array): GeoGeometry | null {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  if (view.getUint16(0) !== 0x4750) throw new RangeError('This is not the geometry of a GeoPackage.');
  const flags = view.getUint8(3);
  const numbers = ENVELOPE_NUMBERS[(flags >> 1) & 7];
  if (numbers === undefined) throw new RangeError('The geometry has an envelope of an unknown kind.');
  if ((flags & EMPTY_FLAG) !== 0) return null;
  return new WkbReader(view, HEADER_BYTES + POSITION_BYTES * numbers).geometry(0);
}

class WkbReader {
  readonly #view: DataView;
  #at: number;
  #little = true;
  /** Numbers of a position, and whether the third is a height. */
  #numbers = 2;
  #hasHeight = false;

  constructor(view: DataView, start: number) {
    this.#view = view;
    this.#at = start;
  }

  /** Null for a point of nowhere (NaN), and for kinds without parts. */
  geometry(depth: number): GeoGeometry | null {
    if (depth > MAX_DEPTH) throw new RangeError('Collections lie too deep within each other.');
    const kind = this.#head();
    switch (kind) {
      case 1: {
        const coordinates = this.#position();
        return coordinates.some(Number.isNaN) ? null : { type: 'Point', coordinates };
      }
      case 2:
        return { type: 'LineString', coordinates: this.#line() };
      case 3:
        return { type: 'Polygon', coordinates: this.#rings() };
      case 4:
        return { type: 'MultiPoint', coordinates: this.#members(1, () => this.#position()) };
      case 5:
        return { type: 'MultiLineString', coordinates: this.#members(2, () => this.#line()) };
      case 6:
        return { type: 'MultiPolygon', coordinates: this.#members(3, () => this.#rings()) };
      case 7: {
        const parts = this.#several(5, () => this.geometry(depth + 1));
        return { type: 'GeometryCollection', geometries: parts.filter((part) => part !== null) };
      }
      default:
        throw new RangeError(`Geometries of the kind ${kind} are not read.`);
    }
  }

  /** Byte order and kind; the kind without its dimensions. */
  #head(): number {
    this.#little = this.#view.getUint8(this.#at) === 1;
    const code = this.#view.getUint32(this.#at + 1, this.#little);
    this.#at += 5;
    const plain = code & 0x0fff_ffff;
    const dimensions = Math.floor(plain / 1000);
    this.#hasHeight = (code & 0x8000_0000) !== 0 || dimensions === 1 || dimensions === 3;
    const hasMeasure = (code & 0x4000_0000) !== 0 || dimensions === 2 || dimensions === 3;
    this.#numbers = 2 + Number(this.#hasHeight) + Number(hasMeasure);
    return plain % 1000;
  }

  #position(): GeoPosition {
    const [at, view, little] = [this.#at, this.#view, this.#little];
    this.#at += this.#numbers * POSITION_BYTES;
    const [x, y] = [view.getFloat64(at, little), view.getFloat64(at + 8, little)];
    return this.#hasHeight ? [x, y, view.getFloat64(at + 16, little)] : [x, y];
  }

  readonly #line = (): GeoPosition[] => this.#several(this.#numbers * POSITION_BYTES, () => this.#position());

  readonly #rings = (): GeoPosition[][] => this.#several(4, this.#line);

  #members<T>(kind: number, read: () => T): T[] {
    return this.#several(5, () => {
      if (this.#head() !== kind) throw new RangeError('The parts of the geometry are not of its kind.');
      return read();
    });
  }

  /** @param least bytes that each takes: a count that lies must not allocate anything */
  #several<T>(least: number, read: () => T): T[] {
    const count = this.#view.getUint32(this.#at, this.#little);
    this.#at += 4;
    if (count * least > this.#view.byteLength - this.#at) throw new RangeError('The geometry ends within its parts.');
    return Array.from({ length: count }, read);
  }
}
