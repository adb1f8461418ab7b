import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPolygon } from './polygon.ts';

type Point = readonly [x: number, y: number, z: number];

const cut = (points: readonly Point[]): readonly (readonly [number, number, number])[] => {
  const triangles: [number, number, number][] = [];
  const corners = Int32Array.from(points, (_, index) => index);
  cutPolygon(
    corners,
    points.length,
    (corner, axis) => points[corner]![axis]!,
    (a, b, c) => triangles.push([a, b, c]),
  );
  return triangles;
};
/** Twice the area of a triangle, seen from above: negative when it turns clockwise. */
const area = (points: readonly Point[], [a, b, c]: readonly [number, number, number]): number =>
  (points[b]![0] - points[a]![0]) * (points[c]![1] - points[a]![1]) -
  (points[b]![1] - points[a]![1]) * (points[c]![0] - points[a]![0]);
const outlineArea = (points: readonly Point[]): number =>
  points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);

describe('a polygon is cut into triangles', () => {
  it('that turn as it does and have its area together, whatever its shape', () => {
    const stars = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 3, maxLength: 40 }).map((radii) =>
      radii.map((radius, index): Point => {
        const angle = (2 * Math.PI * index) / radii.length;
        return [radius * Math.cos(angle), radius * Math.sin(angle), radius % 3];
      }),
    );
    fc.assert(
      fc.property(stars, fc.boolean(), (star, isTurned) => {
        const points = isTurned ? star.toReversed() : star;
        const sign = isTurned ? -1 : 1;
        const areas = cut(points).map((triangle) => sign * area(points, triangle));
        expect(Math.min(...areas)).toBeGreaterThan(-1e-6);
        expect(areas.reduce((sum, one) => sum + one, 0)).toBeCloseTo(sign * outlineArea(points), 4);
      }),
    );
  });

  it('along the diagonal inside of a hollow quad', () => {
    const arrow: readonly Point[] = [
      [0, 0, 0],
      [4, 1, 0],
      [1, 1, 0],
      [1, 4, 0],
    ];
    for (let shift = 0; shift < 4; shift += 1) {
      const points = [...arrow.slice(shift), ...arrow.slice(0, shift)];
      expect(cut(points).map((triangle) => Math.sign(area(points, triangle)))).toEqual([1, 1]);
    }
  });

  it('all of whose corners are used, where it has no area', () => {
    const points = Array.from({ length: 6 }, (_, index): Point => [index, 0, 0]);
    expect(new Set(cut(points).flat()).size).toBe(6);
  });
});
