/** Numbers of the kinds of geometries (OGC 06-103r4, table 7). WKB, GeoPackage and FlatGeobuf have the same. */
export const GEOMETRY_NUMBERS = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
} as const;
