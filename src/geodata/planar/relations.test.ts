import { createRequire } from 'node:module';
import fc from 'fast-check';
import type * as Gdal from 'gdal-async';
import { describe, expect, it } from 'vitest';
import type { GeoBounds, GeoGeometry } from '../geometry.ts';
import { meetsBox } from './meets-box.ts';
import { isRelated, SPATIAL_OPERATORS, type SpatialOperator } from './relations.ts';
import { shapeOf } from './shape.ts';

const gdal = createRequire(import.meta.url)('gdal-async') as typeof Gdal;
const toGdal = (geometry: GeoGeometry): Gdal.Geometry => gdal.Geometry.fromGeoJson(geometry as never);

/** On a coarse grid, so that corners and edges meet often. */
const position = fc.tuple(fc.nat(6), fc.nat(6)).map(([x, y]): readonly number[] => [x, y]);
const points = fc.uniqueArray(position, { minLength: 1, maxLength: 4, selector: String });
const line = fc.uniqueArray(position, { minLength: 2, maxLength: 5, selector: String });
const polygon = fc
  .tuple(fc.nat(5), fc.nat(5), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), fc.constantFrom(3, 4))
  .map(([x, y, w, h, corners]): readonly (readonly number[])[] => {
    const ring = [[x, y], [x + w, y], ...(corners === 4 ? [[x + w, y + h]] : []), [x, y + h]];
    return [...ring, ring[0]!];
  });
const holed = fc.constantFrom<GeoGeometry>(
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [6, 0],
        [6, 6],
        [0, 6],
        [0, 0],
      ],
      [
        [2, 2],
        [2, 4],
        [4, 4],
        [4, 2],
        [2, 2],
      ],
    ],
  },
  { type: 'Point', coordinates: [3, 3] },
);
const geometry: fc.Arbitrary<GeoGeometry> = fc.oneof(
  points.map((coordinates): GeoGeometry => ({ type: 'MultiPoint', coordinates })),
  line.map((coordinates): GeoGeometry => ({ type: 'LineString', coordinates })),
  polygon.map((ring): GeoGeometry => ({ type: 'Polygon', coordinates: [ring] })),
  holed,
);

const OF_GEOS: Readonly<Record<SpatialOperator, (a: Gdal.Geometry, b: Gdal.Geometry) => boolean>> = {
  intersects: (a, b) => a.intersects(b),
  disjoint: (a, b) => a.disjoint(b),
  within: (a, b) => a.within(b),
  contains: (a, b) => a.contains(b),
  equals: (a, b) => a.within(b) && a.contains(b),
  touches: (a, b) => a.touches(b),
  crosses: (a, b) => a.crosses(b),
  overlaps: (a, b) => a.overlaps(b),
};

describe('relations of geometries', () => {
  it.each(SPATIAL_OPERATORS)('%s as GEOS has it', (operator) => {
    fc.assert(
      fc.property(geometry, geometry, (a, b) => {
        const [first, second] = [toGdal(a), toGdal(b)];
        if (!first.isValid() || !second.isValid() || !first.isSimple() || !second.isSimple()) return;
        expect(isRelated(operator, shapeOf(a), shapeOf(b))).toBe(OF_GEOS[operator](first, second));
      }),
      { numRuns: 400 },
    );
  });

  it('to a box are those to its polygon', () => {
    fc.assert(
      fc.property(geometry, fc.nat(6), fc.nat(6), fc.nat(4), fc.nat(4), (a, west, south, width, height) => {
        const box: GeoBounds = [west - 0.5, south, west + width, south + height + 0.5];
        const ring = [
          [box[0], box[1]],
          [box[2], box[1]],
          [box[2], box[3]],
          [box[0], box[3]],
          [box[0], box[1]],
        ];
        const polygon: GeoGeometry = { type: 'Polygon', coordinates: [ring] };
        expect(meetsBox(a, box)).toBe(isRelated('intersects', shapeOf(a), shapeOf(polygon)));
      }),
      { numRuns: 400 },
    );
  });
});
