import fc from 'fast-check';
import { expect, it } from 'vitest';
import { covered, coveredGrid, outlinesOf, type CoveredGrid, type Ring } from './outline.ts';

const gridOf = (side: number, cells: readonly boolean[]): CoveredGrid => ({
  side,
  cells: Uint8Array.from(cells, Number),
});

const anyGrid = fc
  .integer({ min: 1, max: 12 })
  .chain((side) =>
    fc.array(fc.boolean(), { minLength: side * side, maxLength: side * side }).map((cells) => gridOf(side, cells)),
  );

/** Twice the area, negative for a hole. */
const doubleArea = (ring: Ring): number =>
  ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);

it('outlines have the area of the covered cells, with holes in the polygons around them', () => {
  fc.assert(
    fc.property(anyGrid, (grid) => {
      const outlines = outlinesOf(grid);
      expect(outlines.flat().reduce((sum, ring) => sum + doubleArea(ring), 0)).toBe(2 * covered(grid));
      for (const [outer, ...holes] of outlines) {
        expect(doubleArea(outer!)).toBeGreaterThan((-2 * holes.reduce((sum, hole) => sum + doubleArea(hole), 0)) / 2);
        for (const hole of holes) expect(doubleArea(hole)).toBeLessThan(0);
      }
    }),
  );
});

it('a square with a hole is one polygon of two rings, and two cells that touch at a corner are two', () => {
  const ring = gridOf(3, [true, true, true, true, false, true, true, true, true]);
  expect(outlinesOf(ring)).toHaveLength(1);
  expect(outlinesOf(ring)[0]!.map((one) => one.length)).toEqual([4, 4]);
  expect(outlinesOf(gridOf(2, [true, false, false, true]))).toHaveLength(2);
});

it('gaps between few points are closed, and the gap of a lake stays', () => {
  const side = 64;
  const cells = Array.from({ length: side * side }, (_, cell) => {
    const [x, y] = [(cell % side) - 32, Math.floor(cell / side) - 32];
    return x * x + y * y > 15 ** 2 && cell % 3 === 0;
  });
  const grid = coveredGrid(10 * cells.filter(Boolean).length, gridOf(side, cells));
  const [outline, ...others] = outlinesOf(grid);
  expect(others).toEqual([]);
  expect(outline).toHaveLength(2);
});
