/** Longitude and latitude, with a height where the layer has one. */
export type GeoPosition = readonly number[];

interface Shape<Type extends string, Coordinates> {
  readonly type: Type;
  readonly coordinates: Coordinates;
}

interface Collection<Line> {
  readonly type: 'GeometryCollection';
  readonly geometries: readonly GeometryOf<Line>[];
}

/** A geometry whose lines and rings are kept in one way or another. */
export type GeometryOf<Line> =
  | Shape<'Point', GeoPosition>
  | Shape<'MultiPoint', readonly GeoPosition[]>
  | Shape<'LineString', Line>
  | Shape<'MultiLineString' | 'Polygon', readonly Line[]>
  | Shape<'MultiPolygon', readonly (readonly Line[])[]>
  | Collection<Line>;

/** A geometry as GeoJSON writes it. */
export type GeoGeometry = GeometryOf<readonly GeoPosition[]>;

/** Positions that can be gone through, again and again. */
export interface GeoPositions extends Iterable<GeoPosition> {
  readonly length: number;
}

/** The same with numbers that are read one by one, without an array for each position. */
export interface GeoLine extends GeoPositions {
  readonly hasHeight: boolean;
  x(index: number): number;
  y(index: number): number;
  /** Only where it has heights. */
  z(index: number): number;
}

/** West, south, east, north in degrees. */
export type GeoBounds = readonly [west: number, south: number, east: number, north: number];

export const isTouching = (a: GeoBounds, b: GeoBounds): boolean =>
  a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

export const isWithin = (inner: GeoBounds, outer: GeoBounds): boolean =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];

/** What a geometry is made of, part by part. */
export interface PartVisitor<Line> {
  points(positions: readonly GeoPosition[]): void;
  line(positions: Line): void;
  /** The outer ring first. */
  polygon(rings: readonly Line[]): void;
}

/** Goes through the parts of a geometry, collections included. */
export function visitParts<Line>(geometry: GeometryOf<Line>, visitor: PartVisitor<Line>): void {
  switch (geometry.type) {
    case 'Point':
      return visitor.points([geometry.coordinates]);
    case 'MultiPoint':
      return visitor.points(geometry.coordinates);
    case 'LineString':
      return visitor.line(geometry.coordinates);
    case 'MultiLineString':
      return geometry.coordinates.forEach((line) => visitor.line(line));
    case 'Polygon':
      return visitor.polygon(geometry.coordinates);
    case 'MultiPolygon':
      return geometry.coordinates.forEach((rings) => visitor.polygon(rings));
    case 'GeometryCollection':
      return geometry.geometries.forEach((part) => visitParts(part, visitor));
  }
}

/** The box around the positions of a geometry; null for one without any. */
export function boundsOfGeometry(geometry: GeoGeometry): GeoBounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (positions: readonly GeoPosition[]): void => {
    for (const [x = NaN, y = NaN] of positions) {
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
  };
  visitParts<readonly GeoPosition[]>(geometry, { points: add, line: add, polygon: (rings) => rings.forEach(add) });
  return west <= east && south <= north ? [west, south, east, north] : null;
}

/** The rows of positions that a geometry consists of: points, lines, rings. */
export function* geometryParts<Line>(geometry: GeometryOf<Line>): Generator<Line | readonly GeoPosition[]> {
  switch (geometry.type) {
    case 'Point':
      yield [geometry.coordinates];
      return;
    case 'MultiPoint':
    case 'LineString':
      yield geometry.coordinates;
      return;
    case 'MultiLineString':
    case 'Polygon':
      yield* geometry.coordinates;
      return;
    case 'MultiPolygon':
      yield* geometry.coordinates.flat();
      return;
    case 'GeometryCollection':
      for (const part of geometry.geometries) yield* geometryParts(part);
  }
}
