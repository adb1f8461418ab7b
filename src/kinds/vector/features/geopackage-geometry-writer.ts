import {
  type GeoBounds,
  type GeoLine,
  type GeometryOf,
  geometryParts,
  type GeoPosition,
} from '../../../geodata/geometry.ts';
import { GEOMETRY_NUMBERS as KINDS } from './geometry-numbers.ts';

/** Added to the number of a kind whose positions have heights (ISO). */
const WITH_HEIGHT = 1000;
/** Bytes of the header with its envelope, of a kind with its order of bytes, of a count, and of a number. */
const [HEADER_BYTES, KIND_BYTES, COUNT_BYTES, NUMBER_BYTES] = [40, 5, 4, 8];

type Geometry = GeometryOf<GeoLine>;

/** A geometry as a GeoPackage keeps it: header, envelope, well-known binary. All its positions have heights, or none. */
export function geometryBlob(
  geometry: Geometry,
  srsId: number,
): { readonly blob: Uint8Array; readonly bounds: GeoBounds } {
  const hasHeight = anyHeight(geometry);
  const blob = Buffer.allocUnsafe(HEADER_BYTES + sizeOf(geometry, hasHeight ? 3 : 2));
  blob.write('GP', 0, 'latin1');
  blob[2] = 0;
  blob[3] = 0b11; // an envelope of two dimensions, little-endian
  blob.writeInt32LE(srsId, 4);
  const bounds = new WkbWriter(blob, hasHeight).write(geometry);
  const [minX, minY, maxX, maxY] = bounds;
  [minX, maxX, minY, maxY].forEach((side, index) => blob.writeDoubleLE(side, 8 + NUMBER_BYTES * index));
  return { blob, bounds };
}

function anyHeight(geometry: Geometry): boolean {
  for (const part of geometryParts(geometry))
    if ('hasHeight' in part ? part.hasHeight : part.some((position) => position.length > 2)) return true;
  return false;
}

function sizeOf(geometry: Geometry, numbers: number): number {
  const point = numbers * NUMBER_BYTES;
  const line = ({ length }: GeoLine): number => COUNT_BYTES + length * point;
  const sum = <T>(items: readonly T[], size: (item: T) => number): number =>
    items.reduce((total, item) => total + size(item), COUNT_BYTES);
  switch (geometry.type) {
    case 'Point':
      return KIND_BYTES + point;
    case 'LineString':
      return KIND_BYTES + line(geometry.coordinates);
    case 'Polygon':
      return KIND_BYTES + sum(geometry.coordinates, line);
    case 'MultiPoint':
      return KIND_BYTES + COUNT_BYTES + geometry.coordinates.length * (KIND_BYTES + point);
    case 'MultiLineString':
      return KIND_BYTES + sum(geometry.coordinates, (each) => KIND_BYTES + line(each));
    case 'MultiPolygon':
      return KIND_BYTES + sum(geometry.coordinates, (rings) => KIND_BYTES + sum(rings, line));
    case 'GeometryCollection':
      return KIND_BYTES + sum(geometry.geometries, (part) => sizeOf(part, numbers));
  }
}

/** Writes well-known binary behind the header, and keeps the box around its positions. */
class WkbWriter {
  readonly #blob: Buffer;
  readonly #hasHeight: boolean;
  #at = HEADER_BYTES;
  #minX = Infinity;
  #minY = Infinity;
  #maxX = -Infinity;
  #maxY = -Infinity;

  constructor(blob: Buffer, hasHeight: boolean) {
    this.#blob = blob;
    this.#hasHeight = hasHeight;
  }

  write(geometry: Geometry): GeoBounds {
    this.#geometry(geometry);
    return [this.#minX, this.#minY, this.#maxX, this.#maxY];
  }

  #geometry(geometry: Geometry): void {
    this.#kind(KINDS[geometry.type]);
    switch (geometry.type) {
      case 'Point':
        return this.#point(geometry.coordinates);
      case 'LineString':
        return this.#line(geometry.coordinates);
      case 'Polygon':
        return this.#several(geometry.coordinates, (ring) => this.#line(ring));
      case 'MultiPoint':
        return this.#several(geometry.coordinates, (point) => {
          this.#kind(KINDS.Point);
          this.#point(point);
        });
      case 'MultiLineString':
        return this.#several(geometry.coordinates, (line) => {
          this.#kind(KINDS.LineString);
          this.#line(line);
        });
      case 'MultiPolygon':
        return this.#several(geometry.coordinates, (rings) => {
          this.#kind(KINDS.Polygon);
          this.#several(rings, (ring) => this.#line(ring));
        });
      case 'GeometryCollection':
        return this.#several(geometry.geometries, (part) => this.#geometry(part));
    }
  }

  #several<T>(items: readonly T[], write: (item: T) => void): void {
    this.#count(items.length);
    items.forEach(write);
  }

  #line(line: GeoLine): void {
    this.#count(line.length);
    for (let index = 0; index < line.length; index += 1) {
      this.#position(line.x(index), line.y(index));
      if (this.#hasHeight) this.#number(line.hasHeight ? line.z(index) : 0);
    }
  }

  #point([x = NaN, y = NaN, z = 0]: GeoPosition): void {
    this.#position(x, y);
    if (this.#hasHeight) this.#number(z);
  }

  #position(x: number, y: number): void {
    this.#number(x);
    this.#number(y);
    if (x < this.#minX) this.#minX = x;
    if (x > this.#maxX) this.#maxX = x;
    if (y < this.#minY) this.#minY = y;
    if (y > this.#maxY) this.#maxY = y;
  }

  #kind(kind: number): void {
    this.#blob[this.#at] = 1; // little-endian
    this.#blob.writeUInt32LE(kind + (this.#hasHeight ? WITH_HEIGHT : 0), this.#at + 1);
    this.#at += KIND_BYTES;
  }

  #count(count: number): void {
    this.#blob.writeUInt32LE(count, this.#at);
    this.#at += COUNT_BYTES;
  }

  #number(value: number): void {
    this.#blob.writeDoubleLE(value, this.#at);
    this.#at += NUMBER_BYTES;
  }
}
