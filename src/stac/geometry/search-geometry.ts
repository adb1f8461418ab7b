import type { BoundingBox } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { Position } from './position.ts';
import { areaShape, joined, lineShape, pointShape, type Shape } from './shape.ts';

/** What a search with `intersects` looks for. */
export interface SearchGeometry {
  readonly shape: Shape;
  readonly bbox: BoundingBox;
  /** Positions it is made of: what each comparison costs. */
  readonly vertices: number;
}

/** Positions of a search: more than a drawn area has, few enough to be compared with thousands of footprints. */
export const MAX_VERTICES = 2000;
/** Collections of geometries in collections: the standard advises against any. */
const MAX_DEPTH = 4;

/**
 * A GeoJSON geometry of a caller.
 *
 * @throws `invalid-input` for what is no geometry, lies outside of the Earth, or has too many positions or levels
 */
export function readGeometry(input: unknown): SearchGeometry {
  const positions: Position[] = [];
  const shape = shapeOf(input, positions, 0);
  if (positions.length === 0) throw refusal('holds no position');
  const longitudes = positions.map(([longitude]) => longitude);
  const latitudes = positions.map(([, latitude]) => latitude);
  const bbox = [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ] as const;
  return { shape, bbox, vertices: positions.length };
}

function shapeOf(input: unknown, positions: Position[], depth: number): Shape {
  const { type, coordinates, geometries } = (input ?? {}) as Readonly<Record<string, unknown>>;
  const position = (value: unknown): Position => readPosition(value, positions);
  const line = (value: unknown, least: number): Position[] => {
    const read = listOf(value).map(position);
    if (read.length < least) throw refusal(`needs lines of at least ${least} positions`);
    return read;
  };
  const area = (value: unknown): Shape => {
    const rings = listOf(value).map((ring) => closed(line(ring, 4)));
    return rings.length === 0 ? joined([]) : areaShape(rings);
  };
  const each = (part: (value: unknown) => Shape): Shape => joined(listOf(coordinates).map(part));
  switch (type) {
    case 'Point':
      return pointShape(position(coordinates));
    case 'MultiPoint':
      return each((value) => pointShape(position(value)));
    case 'LineString':
      return lineShape(line(coordinates, 2));
    case 'MultiLineString':
      return each((value) => lineShape(line(value, 2)));
    case 'Polygon':
      return area(coordinates);
    case 'MultiPolygon':
      return each(area);
    case 'GeometryCollection':
      if (depth >= MAX_DEPTH) throw refusal('holds collections in collections in collections');
      return joined(listOf(geometries).map((inner) => shapeOf(inner, positions, depth + 1)));
    default:
      throw refusal('must be a GeoJSON geometry, such as {"type": "Point", "coordinates": [8.5, 47.4]}');
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw refusal('has a list missing among its coordinates');
  if (value.length > MAX_VERTICES) throw refusal(`may have at most ${MAX_VERTICES} positions; simplify it`);
  return value;
}

function readPosition(value: unknown, positions: Position[]): Position {
  const [longitude, latitude] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    throw refusal('has a position that is no pair of numbers');
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90))
    throw refusal('has a position that is not on Earth: longitudes go from -180 to 180, latitudes from -90 to 90');
  if (positions.length >= MAX_VERTICES) throw refusal(`may have at most ${MAX_VERTICES} positions; simplify it`);
  const position = [longitude, latitude] as const;
  positions.push(position);
  return position;
}

function closed(ring: readonly Position[]): readonly Position[] {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  if (first[0] !== last[0] || first[1] !== last[1]) throw refusal('has a ring that does not end where it begins');
  return ring;
}

function refusal(what: string): Error {
  return fail('invalid-input', `intersects ${what}.`);
}
