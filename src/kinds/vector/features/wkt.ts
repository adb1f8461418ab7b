import { geometryParts, type GeometryOf, type GeoPosition, type GeoPositions } from '../../../geodata/geometry.ts';

/** A geometry as well-known text (ISO 19125-1): `POINT Z (1 2 3)`. It has heights where its first position has one. */
export function wktOf(geometry: GeometryOf<GeoPositions>): string {
  const hasHeight = firstPosition(geometry)?.length === 3;
  const position = ([x, y, z = 0]: GeoPosition): string => (hasHeight ? `${x} ${y} ${z}` : `${x} ${y}`);
  const row = (positions: GeoPositions): string => `(${Array.from(positions, position).join(', ')})`;
  const rows = (lines: readonly GeoPositions[]): string => `(${lines.map(row).join(', ')})`;
  const body = (part: GeometryOf<GeoPositions>): string => {
    switch (part.type) {
      case 'Point':
        return `(${position(part.coordinates)})`;
      case 'MultiPoint':
        return `(${part.coordinates.map((each) => `(${position(each)})`).join(', ')})`;
      case 'LineString':
        return row(part.coordinates);
      case 'MultiLineString':
      case 'Polygon':
        return rows(part.coordinates);
      case 'MultiPolygon':
        return `(${part.coordinates.map(rows).join(', ')})`;
      case 'GeometryCollection':
        return `(${part.geometries.map(whole).join(', ')})`;
    }
  };
  const whole = (part: GeometryOf<GeoPositions>): string => {
    const members = part.type === 'GeometryCollection' ? part.geometries : part.coordinates;
    const name = part.type.toUpperCase() + (hasHeight ? ' Z' : '');
    return members.length === 0 ? `${name} EMPTY` : `${name} ${body(part)}`;
  };
  return whole(geometry);
}

function firstPosition(geometry: GeometryOf<GeoPositions>): GeoPosition | undefined {
  for (const part of geometryParts(geometry)) for (const position of part) return position;
  return undefined;
}
