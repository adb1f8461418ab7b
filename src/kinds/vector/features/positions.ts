import {
  geometryParts,
  type GeoGeometry,
  type GeoLine,
  type GeometryOf,
  type GeoPosition,
  type GeoPositions,
} from '../../../geodata/geometry.ts';

/** What has a place, or none. */
interface Placed {
  readonly geometry: GeometryOf<GeoPositions> | null;
}

/** How many positions a geometry has. */
export function countPositions(geometry: Placed['geometry']): number {
  let count = 0;
  if (geometry !== null) for (const part of geometryParts(geometry)) count += part.length;
  return count;
}

/** x and y of all positions of some features, one after the other. */
export function positionsOf(features: readonly Placed[]): Float64Array {
  const positions = new Float64Array(2 * features.reduce((sum, { geometry }) => sum + countPositions(geometry), 0));
  let at = 0;
  for (const { geometry } of features) {
    if (geometry === null) continue;
    for (const part of geometryParts(geometry)) {
      for (const [x = NaN, y = NaN] of part) {
        positions[at++] = x;
        positions[at++] = y;
      }
    }
  }
  return positions;
}

/**
 * The features with other positions, in the order of `positionsOf`; heights stay. A geometry with a position that is nowhere (NaN)
 * is left out as a whole: a part of it would be another one.
 */
export function withPositions<Feature extends Placed>(
  features: readonly Feature[],
  positions: Float64Array,
): readonly (Omit<Feature, 'geometry'> & { readonly geometry: GeoGeometry | null })[] {
  let at = 0;
  let isPlaced = true;
  const place = (position: GeoPosition): GeoPosition => {
    const [x, y] = [positions[at++]!, positions[at++]!];
    isPlaced &&= Number.isFinite(x) && Number.isFinite(y);
    return position.length > 2 ? [x, y, position[2]!] : [x, y];
  };
  return features.map((feature) => {
    if (feature.geometry === null) return { ...feature, geometry: null };
    isPlaced = true;
    const geometry = mapPositions(feature.geometry, place);
    return { ...feature, geometry: isPlaced ? geometry : null };
  });
}

/** The same geometry at other places. `place` is called in the order of `geometryParts`. */
export const mapPositions = (
  geometry: GeometryOf<GeoPositions>,
  place: (position: GeoPosition) => GeoPosition,
): GeoGeometry => mapParts(geometry, place, (line) => Array.from(line, place));

/** A geometry whose numbers can be read one by one. */
export const linesOf = (geometry: GeoGeometry): GeometryOf<GeoLine> =>
  mapParts(geometry, (position) => position, lineOf);

function lineOf(positions: readonly GeoPosition[]): GeoLine {
  const number = (index: number, axis: number): number => positions[index]?.[axis] ?? NaN;
  return {
    length: positions.length,
    hasHeight: positions[0]?.length === 3,
    x: (index) => number(index, 0),
    y: (index) => number(index, 1),
    z: (index) => number(index, 2),
    [Symbol.iterator]: () => positions[Symbol.iterator](),
  };
}

function mapParts<Line, Other>(
  geometry: GeometryOf<Line>,
  place: (position: GeoPosition) => GeoPosition,
  line: (positions: Line) => Other,
): GeometryOf<Other> {
  switch (geometry.type) {
    case 'Point':
      return { ...geometry, coordinates: place(geometry.coordinates) };
    case 'MultiPoint':
      return { ...geometry, coordinates: geometry.coordinates.map(place) };
    case 'LineString':
      return { ...geometry, coordinates: line(geometry.coordinates) };
    case 'MultiLineString':
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map(line) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(line)) };
    case 'GeometryCollection':
      return { ...geometry, geometries: geometry.geometries.map((part) => mapParts(part, place, line)) };
  }
}
