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

/** West, south, east, north in degrees. */
export type GeoBounds = readonly [west: number, south: number, east: number, north: number];

/** The box around the positions of a geometry; null for one without any. */
export function boundsOfGeometry(geometry: GeoGeometry): GeoBounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (part: GeoGeometry): void => {
    switch (part.type) {
      case 'Point':
        return add([part.coordinates]);
      case 'LineString':
      case 'MultiPoint':
        return add(part.coordinates);
      case 'Polygon':
      case 'MultiLineString':
        return part.coordinates.forEach(add);
      case 'MultiPolygon':
        return part.coordinates.forEach((rings) => rings.forEach(add));
      case 'GeometryCollection':
        return part.geometries.forEach(visit);
    }
  };
  const add = (positions: readonly GeoPosition[]): void => {
    for (const [x = NaN, y = NaN] of positions) {
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
  };
  visit(geometry);
  return west <= east && south <= north ? [west, south, east, north] : null;
}
