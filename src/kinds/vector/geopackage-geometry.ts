import {
  boundsOfGeometry,
  type GeoBounds,
  type GeoGeometry,
  type GeoLine,
  type GeometryOf,
  type GeoPosition,
} from '../../geodata/geometry.ts';

/** Bytes of the header of a GeoPackage geometry before its envelope. */
const HEADER_BYTES = 8;
/** Numbers of an envelope, by its kind in the flags. */
const ENVELOPE_NUMBERS = [0, 4, 6, 6, 8];
const EMPTY_FLAG = 0x10;
/** Collections within collections: nobody draws more, and each is a call. */
const MAX_DEPTH = 32;
const NUMBER_BYTES = 8;

/**
 * Reads a geometry as a GeoPackage keeps it: a header, then well-known binary, ISO or extended, in either byte order.
 * Measures are left out.
 *
 * @returns null for an empty geometry
 * @throws RangeError for bytes that are none, or end too early, and for curves
 */
export const readGeometry = (blob: Uint8Array): GeoGeometry | null =>
  read(blob, (line) => Array.from({ length: line.length }, (_, index) => line.at(index)));

/**
 * The same, with lines and rings whose positions are read when they are gone through: as arrays, millions of them would take five
 * times the bytes of the blob.
 */
export const readLongGeometry = (blob: Uint8Array): GeometryOf<GeoLine> | null => read(blob, (line) => line);

/** The box around a geometry, from its header where it has one; null for an empty one. @throws RangeError as `readGeometry` */
export function envelopeOf(blob: Uint8Array): GeoBounds | null {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const flags = view.getUint8(3);
  if (((flags >> 1) & 7) === 0 || (flags & EMPTY_FLAG) !== 0) {
    const geometry = readGeometry(blob);
    return geometry === null ? null : boundsOfGeometry(geometry);
  }
  const isLittle = (flags & 1) === 1;
  const [west, east, south, north] = [0, 1, 2, 3].map((side) =>
    view.getFloat64(HEADER_BYTES + NUMBER_BYTES * side, isLittle),
  );
  return [west!, south!, east!, north!];
}

function read<Line>(blob: Uint8Array, keep: (line: BlobLine) => Line): GeometryOf<Line> | null {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  if (view.getUint16(0) !== 0x4750) throw new RangeError('This is not the geometry of a GeoPackage.');
  const flags = view.getUint8(3);
  const numbers = ENVELOPE_NUMBERS[(flags >> 1) & 7];
  if (numbers === undefined) throw new RangeError('The geometry has an envelope of an unknown kind.');
  if ((flags & EMPTY_FLAG) !== 0) return null;
  return new WkbReader(view, HEADER_BYTES + NUMBER_BYTES * numbers, keep).geometry(0);
}

/** How positions stand in a blob. */
interface Layout {
  readonly little: boolean;
  /** Numbers of a position, and whether the third is a height. */
  readonly numbers: number;
  readonly hasHeight: boolean;
}

function positionAt(view: DataView, at: number, { little, hasHeight }: Layout): GeoPosition {
  const [x, y] = [view.getFloat64(at, little), view.getFloat64(at + 8, little)];
  return hasHeight ? [x, y, view.getFloat64(at + 16, little)] : [x, y];
}

/** Positions in a row. */
class BlobLine implements GeoLine {
  readonly length: number;
  readonly hasHeight: boolean;
  readonly #view: DataView;
  readonly #start: number;
  readonly #layout: Layout;

  constructor(view: DataView, start: number, length: number, layout: Layout) {
    this.length = length;
    this.hasHeight = layout.hasHeight;
    this.#view = view;
    this.#start = start;
    this.#layout = layout;
  }

  x(index: number): number {
    return this.#number(index, 0);
  }

  y(index: number): number {
    return this.#number(index, 1);
  }

  z(index: number): number {
    return this.#number(index, 2);
  }

  #number(index: number, axis: number): number {
    const { numbers, little } = this.#layout;
    return this.#view.getFloat64(this.#start + (index * numbers + axis) * NUMBER_BYTES, little);
  }

  at(index: number): GeoPosition {
    return positionAt(this.#view, this.#start + index * this.#layout.numbers * NUMBER_BYTES, this.#layout);
  }

  *[Symbol.iterator](): Generator<GeoPosition> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index);
  }
}

class WkbReader<Line> {
  readonly #view: DataView;
  readonly #keep: (line: BlobLine) => Line;
  #at: number;
  #layout: Layout = { little: true, numbers: 2, hasHeight: false };

  constructor(view: DataView, start: number, keep: (line: BlobLine) => Line) {
    this.#view = view;
    this.#at = start;
    this.#keep = keep;
  }

  /** Null for a point of nowhere (NaN), and for kinds without parts. */
  geometry(depth: number): GeometryOf<Line> | null {
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
    const little = this.#view.getUint8(this.#at) === 1;
    const code = this.#view.getUint32(this.#at + 1, little);
    this.#at += 5;
    const plain = code & 0x0fff_ffff;
    const dimensions = Math.floor(plain / 1000);
    const hasHeight = (code & 0x8000_0000) !== 0 || dimensions === 1 || dimensions === 3;
    const hasMeasure = (code & 0x4000_0000) !== 0 || dimensions === 2 || dimensions === 3;
    this.#layout = { little, hasHeight, numbers: 2 + Number(hasHeight) + Number(hasMeasure) };
    return plain % 1000;
  }

  #position(): GeoPosition {
    const at = this.#at;
    this.#at += this.#layout.numbers * NUMBER_BYTES;
    return positionAt(this.#view, at, this.#layout);
  }

  readonly #line = (): Line => {
    const bytes = this.#layout.numbers * NUMBER_BYTES;
    const count = this.#count(bytes);
    const line = new BlobLine(this.#view, this.#at, count, this.#layout);
    this.#at += count * bytes;
    return this.#keep(line);
  };

  readonly #rings = (): Line[] => this.#several(4, this.#line);

  #members<T>(kind: number, read: () => T): T[] {
    return this.#several(5, () => {
      if (this.#head() !== kind) throw new RangeError('The parts of the geometry are not of its kind.');
      return read();
    });
  }

  #several<T>(least: number, read: () => T): T[] {
    const count = this.#count(least);
    const parts: T[] = [];
    // `Array.from` took a tenth of the time of a page.
    for (let at = 0; at < count; at += 1) parts.push(read());
    return parts;
  }

  /** @param least bytes that each takes: a count that lies must not allocate anything */
  #count(least: number): number {
    const count = this.#view.getUint32(this.#at, this.#layout.little);
    this.#at += 4;
    if (count * least > this.#view.byteLength - this.#at) throw new RangeError('The geometry ends within its parts.');
    return count;
  }
}
