import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boxOf, footprintOf, geometryOf } from './footprint.ts';
import type { Position } from './position.ts';

const rectangle = (west: number, east: number): object => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 0, 5],
      [east, 0, 5],
      [east, 2, 5],
      [west, 2, 5],
      [west, 0, 5],
    ],
  ],
});

const areaOf = (ring: readonly Position[]): number =>
  Math.abs(ring.slice(1).reduce((sum, [x, y], index) => sum + ring[index]![0] * y - x * ring[index]![1], 0)) / 2;

it('cuts a footprint at the antimeridian without losing any of it', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -300, max: 299, noNaN: true }),
      fc.double({ min: 0.001, max: 60, noNaN: true }),
      (west, width) => {
        const { rings } = footprintOf(rectangle(west, west + width), null)!;
        const longitudes = rings.flatMap((ring) => ring.map(([longitude]) => longitude));
        expect(Math.max(...longitudes.map(Math.abs))).toBeLessThanOrEqual(180);
        expect(rings.reduce((sum, ring) => sum + areaOf(ring), 0)).toBeCloseTo(width * 2, 6);
        expect(rings.every((ring) => ring.every(([, , height]) => height === 5))).toBe(true);
      },
    ),
  );
});

it.each([
  [10, 12, [10, 0, 12, 2], 'Polygon'],
  [179, 182, [179, 0, -178, 2], 'MultiPolygon'],
  [-182, -179, [178, 0, -179, 2], 'MultiPolygon'],
  [181, 183, [-179, 0, -177, 2], 'Polygon'],
  [-180, 180, [-180, 0, 180, 2], 'Polygon'],
  [178, 180, [178, 0, 180, 2], 'Polygon'],
])('a footprint from %d to %d has a box that says so', (west, east, box, type) => {
  const footprint = footprintOf(rectangle(west, east), null)!;
  expect(boxOf(footprint)).toEqual(box);
  expect(geometryOf(footprint).type).toBe(type);
});

it('takes the position where there is no footprint, and nothing where there is neither', () => {
  const point = { type: 'Point', coordinates: [190, 3, 7] };
  expect(geometryOf(footprintOf(null, point)!)).toEqual({ type: 'Point', coordinates: [-170, 3, 7] });
  expect(footprintOf(null, null)).toBeUndefined();
});
