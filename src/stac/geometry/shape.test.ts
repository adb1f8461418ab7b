import fc from 'fast-check';
import gdal from 'gdal-async';
import { expect, it } from 'vitest';
import { readGeometry } from './search-geometry.ts';
import { boxShape, shapesMeet } from './shape.ts';

/** Whole numbers of a small grid: borders touch, run along each other and hit corners all the time. */
const coordinate = fc.integer({ min: 0, max: 8 });
const position = fc.tuple(coordinate, coordinate);
const point = position.map((coordinates) => ({ type: 'Point', coordinates }));
const line = fc
  .uniqueArray(position, { minLength: 2, maxLength: 4, selector: String })
  .map((coordinates) => ({ type: 'LineString', coordinates }));
const triangle = fc
  .tuple(position, position, position)
  .filter(([a, b, c]) => (b[0] - a[0]) * (c[1] - a[1]) !== (b[1] - a[1]) * (c[0] - a[0]))
  .map((ring) => ({ type: 'Polygon', coordinates: [[...ring, ring[0]]] }));
/** A square with a hole, which may hold the other one whole. */
const frame = fc.tuple(coordinate, coordinate, fc.integer({ min: 3, max: 8 })).map(([x, y, side]) => ({
  type: 'Polygon',
  coordinates: [square(x, y, side), square(x + 1, y + 1, side - 2)],
}));
const geometry = fc.oneof(
  point,
  line,
  triangle,
  frame,
  fc
    .array(triangle, { minLength: 1, maxLength: 3 })
    .map((parts) => ({ type: 'GeometryCollection', geometries: parts })),
);

function square(x: number, y: number, side: number): number[][] {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ];
}

/** GDAL compares collections by their boxes alone. */
function partsOf(value: object): gdal.Geometry[] {
  const parts = 'geometries' in value ? (value.geometries as object[]) : [value];
  return parts.map((part) => gdal.Geometry.fromGeoJson(part));
}

it('finds shapes to meet exactly when GEOS does', () => {
  fc.assert(
    fc.property(geometry, geometry, (a, b) => {
      const meet = partsOf(a).some((part) => partsOf(b).some((other) => part.intersects(other)));
      expect(shapesMeet(readGeometry(a).shape, readGeometry(b).shape)).toBe(meet);
    }),
    { numRuns: 2000 },
  );
});

it('says the same whichever shape comes first', () => {
  fc.assert(
    fc.property(geometry, geometry, (a, b) => {
      const [one, other] = [readGeometry(a).shape, readGeometry(b).shape];
      expect(shapesMeet(one, other)).toBe(shapesMeet(other, one));
    }),
  );
});

it('a box across the antimeridian is two', () => {
  const at = (longitude: number): boolean =>
    shapesMeet(readGeometry({ type: 'Point', coordinates: [longitude, 5] }).shape, boxShape([170, 0, -170, 10]));
  expect([170, 175, 180, -180, -175, -170].map(at)).toEqual([true, true, true, true, true, true]);
  expect([169.9, 0, -169.9].map(at)).toEqual([false, false, false]);
});
