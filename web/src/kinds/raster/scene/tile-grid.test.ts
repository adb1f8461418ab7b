import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  around,
  childrenOf,
  coveredBy,
  fromMercator,
  keyOf,
  meets,
  partOf,
  rootsOf,
  squareAt,
  toMercator,
  wrapped,
} from './tile-grid.ts';

const longitudes = fc.double({ min: -179, max: 178, noNaN: true });
const latitudes = fc.double({ min: -80, max: 79, noNaN: true });

test('places go to the grid and back', () => {
  fc.assert(
    fc.property(longitudes, latitudes, (longitude, latitude) => {
      const [x, y] = fromMercator(toMercator(longitude, latitude));
      expect(x).toBeCloseTo(longitude, 9);
      expect(y).toBeCloseTo(latitude, 9);
    }),
  );
  expect(toMercator(0, 90)[1]).toBeCloseTo(0, 9);
});

test('few squares of one level cover a file, and each of them meets it', () => {
  const size = fc.double({ min: 1e-5, max: 1, noNaN: true });
  fc.assert(
    fc.property(longitudes, latitudes, size, size, (west, south, wide, high) => {
      const covered = coveredBy([west, south, west + wide, south + high]);
      const roots = rootsOf(covered, 24);
      expect(roots.length).toBeGreaterThan(0);
      expect(roots.length).toBeLessThanOrEqual(9);
      expect(new Set(roots.map(({ level }) => level)).size).toBe(1);
      const keys = new Set(roots.map(keyOf));
      for (const x of [covered.west, (covered.west + covered.east) / 2])
        for (const y of [covered.north, (covered.north + covered.south) / 2])
          expect(keys.has(keyOf(squareAt([x, y], roots[0]!.level)))).toBe(true);
    }),
  );
});

test('squares below one lie in it, side by side', () => {
  const square = { level: 5, x: 17, y: 9 };
  for (const child of childrenOf(square)) {
    expect(around(child, 5)).toEqual(square);
    expect(around(childrenOf(child)[3]!, 5)).toEqual(square);
  }
  expect(childrenOf(square).map((child) => partOf(child, square))).toEqual([
    { x: 0, y: 0, width: 0.5 },
    { x: 0.5, y: 0, width: 0.5 },
    { x: 0, y: 0.5, width: 0.5 },
    { x: 0.5, y: 0.5, width: 0.5 },
  ]);
  expect(around(square, 8)).toEqual(square);
});

test('columns go around the world', () => {
  expect([wrapped({ level: 3, x: 8, y: 0 }), wrapped({ level: 3, x: -1, y: 0 })]).toEqual([0, 7]);
  expect(meets({ level: 0, x: 1, y: 0 }, coveredBy([179, 0, 181, 1]))).toBe(true);
});
