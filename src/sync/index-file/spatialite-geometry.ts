/** WGS 84, as SpatiaLite numbers it. */
export const SRID = 4326;
/** Codes of geometries with heights. */
export const POINT_Z = 1001;
export const POLYGON_Z = 1003;

type Position = readonly number[];

/** A geometry as the service stores it. */
export type StoredGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };

/** Marks of the format, each at its place. */
const MARK = { start: 0x00, littleEndian: 0x01, boundsEnd: 0x7c, end: 0xfe } as const;
/** Bytes before the geometry itself: marks, SRID, the box around it, its code. */
const HEAD_BYTES = 1 + 1 + 4 + 4 * 8 + 1 + 4;
const POSITION_BYTES = 3 * 8;

/** A geometry as SpatiaLite keeps it in a column; null for what has no positions. */
export function spatialiteGeometry(geometry: StoredGeometry | null): Uint8Array | null {
  if (geometry === null) return null;
  const rings = geometry.type === 'Point' ? [[geometry.coordinates]] : geometry.coordinates;
  const positions = rings.flat();
  if (positions.length === 0) return null;
  const counts = geometry.type === 'Point' ? 0 : 4 + rings.length * 4;
  const bytes = new Uint8Array(HEAD_BYTES + counts + positions.length * POSITION_BYTES + 1);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const byte = (value: number): void => view.setUint8(at++, value);
  const integer = (value: number): void => view.setInt32((at += 4) - 4, value, true);
  const double = (value: number): void => view.setFloat64((at += 8) - 8, value, true);

  byte(MARK.start);
  byte(MARK.littleEndian);
  integer(SRID);
  for (const bound of boundsOf(positions)) double(bound);
  byte(MARK.boundsEnd);
  integer(geometry.type === 'Point' ? POINT_Z : POLYGON_Z);
  if (geometry.type === 'Polygon') integer(rings.length);
  for (const ring of rings) {
    if (geometry.type === 'Polygon') integer(ring.length);
    for (const [x = 0, y = 0, z = 0] of ring) for (const value of [x, y, z]) double(value);
  }
  byte(MARK.end);
  return bytes;
}

/** West, south, east, north. */
function boundsOf(positions: readonly Position[]): readonly number[] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of positions) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return [west, south, east, north];
}
