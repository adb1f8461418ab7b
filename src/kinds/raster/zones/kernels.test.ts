import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { type Border, traceBorders } from './borders.ts';
import { classBounds, classOf } from './class-bounds.ts';
import { mergeSmall } from './merge-small.ts';
import { type Outline, outlinesOf, twiceArea } from './outlines.ts';
import { findPieces } from './pieces.ts';
import { smooth } from './smooth.ts';
import { straighten } from './straighten.ts';

/** Small grids of few classes: pieces that touch themselves, islands, holes in holes, gaps, checkerboards. */
const grids = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).chain(([columns, rows]) =>
  fc.array(fc.integer({ min: 0, max: 3 }), { minLength: columns * rows, maxLength: columns * rows }).map((classes) => ({
    columns,
    rows,
    classes: Uint8Array.from(classes),
  })),
);

const SQUARE = [1, 1] as const;
const unitAreas = ({ rows }: { readonly rows: number }) => new Float64Array(rows).fill(1);

function zonesOf(
  grid: { readonly columns: number; readonly rows: number; readonly classes: Uint8Array },
  tolerance: number,
) {
  const pieces = findPieces(grid);
  const borders: readonly Border[] = traceBorders(grid, pieces, Infinity)!;
  const outlineOf = outlinesOf(straighten(grid, borders, SQUARE, tolerance), pieces.count);
  return { pieces, outlines: Array.from({ length: pieces.count }, (_, at) => outlineOf(at + 1)) };
}

const areaOf = (outline: Outline): number => -outline.reduce((sum, ring) => sum + twiceArea(ring), 0) / 2;

function polygonOf(outline: Outline) {
  const coordinates = outline.map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, at) => [ring[2 * at], ring[2 * at + 1]]),
  );
  return gdal.Geometry.fromGeoJson({ type: 'Polygon', coordinates });
}

describe('pieces as areas', () => {
  it('have exactly their pixels, and are valid', () => {
    fc.assert(
      fc.property(grids, (grid) => {
        const { pieces, outlines } = zonesOf(grid, 0);
        outlines.forEach((outline, at) => {
          expect(areaOf(outline)).toBe(pieces.labels.filter((label) => label === at + 1).length);
          expect(polygonOf(outline).isValid()).toBe(true);
        });
        // Each pixel is in exactly the piece that has its label, and a gap in none.
        const polygons = outlines.map(polygonOf);
        pieces.labels.forEach((label, at) => {
          const middle = new gdal.Point((at % grid.columns) + 0.5, Math.floor(at / grid.columns) + 0.5);
          expect(polygons.flatMap((polygon, index) => (polygon.contains(middle) ? [index + 1] : []))).toEqual(
            label === 0 ? [] : [label],
          );
        });
      }),
      { numRuns: 300 },
    );
  });

  it('keep their borders together when these are straightened', () => {
    fc.assert(
      fc.property(grids, fc.constantFrom(0.5, 0.8, 1, 1.5, 3), (grid, tolerance) => {
        const exact = zonesOf(grid, 0);
        const { outlines } = zonesOf(grid, tolerance);
        const [was, is] = [exact.outlines.map(polygonOf), outlines.map(polygonOf)];
        is.forEach((polygon, at) => {
          expect(polygon.isValid()).toBe(true);
          expect(areaOf(outlines[at]!)).toBeGreaterThan(0);
          // Nothing is farther from its place than it may be.
          expect(was[at]!.buffer(tolerance + 1e-9, 8).contains(polygon)).toBe(true);
          is.slice(at + 1).forEach((other) =>
            expect(polygon.overlaps(other) || polygon.contains(other) || other.contains(polygon)).toBe(false),
          );
        });
        // Neighbours are the same ones still.
        const meet = (polygons: typeof is) =>
          polygons.map((polygon, at) => polygons.slice(at + 1).map((other) => polygon.touches(other)));
        expect(meet(is)).toEqual(meet(was));
      }),
      { numRuns: 300 },
    );
  });

  it('a straightened staircase has few corners', () => {
    const side = 64;
    const classes = Uint8Array.from({ length: side * side }, (_, at) =>
      (at % side) + Math.floor(at / side) < side ? 1 : 2,
    );
    const { outlines } = zonesOf({ columns: side, rows: side, classes }, 1);
    expect(zonesOf({ columns: side, rows: side, classes }, 0).outlines[0]![0]!.length / 2).toBeGreaterThan(120);
    expect(outlines[0]![0]!.length / 2).toBeLessThan(8);
  });

  it('are refused when they have too many corners', () => {
    const grid = {
      columns: 40,
      rows: 40,
      classes: Uint8Array.from({ length: 1600 }, (_, at) => 1 + ((at + Math.floor(at / 40)) % 2)),
    };
    expect(traceBorders(grid, findPieces(grid), 1000)).toBeNull();
  });
});

describe('small pieces', () => {
  it('go to neighbours: none is left that is small and has one; nothing is lost', () => {
    fc.assert(
      fc.property(grids, fc.integer({ min: 0, max: 20 }), (grid, minArea) => {
        const before = grid.classes.slice();
        const merged = { ...grid, classes: grid.classes.slice() };
        const options = { areas: unitAreas(grid), pixel: SQUARE, minArea, onRound: () => undefined };
        const { pieces, lone } = mergeSmall(merged, options);
        expect(merged.classes.map(Math.sign)).toEqual(before.map(Math.sign));
        const sizes = Array.from(
          { length: pieces.count },
          (_, at) => pieces.labels.filter((label) => label === at + 1).length,
        );
        const small = sizes.flatMap((size, at) => (size < minArea ? [at + 1] : []));
        expect(small).toHaveLength(lone);
        const hasNeighbour = (label: number): boolean =>
          pieces.labels.some((own, at) => {
            const right = (at + 1) % grid.columns === 0 ? own : pieces.labels[at + 1]!;
            const below = pieces.labels[at + grid.columns] ?? own;
            return [right, below].some(
              (other) => other !== own && own !== 0 && other !== 0 && (own === label || other === label),
            );
          });
        expect(small.filter(hasNeighbour)).toEqual([]);
        const again = { ...grid, classes: before.slice() };
        mergeSmall(again, options);
        expect(again.classes).toEqual(merged.classes);
      }),
    );
  });

  it('take the class with which they have the longest border', () => {
    const classes = Uint8Array.from([1, 1, 2, 2, 1, 3, 2, 2, 2, 2, 2, 2]);
    mergeSmall(
      { columns: 4, rows: 3, classes },
      { areas: new Float64Array(3).fill(1), pixel: SQUARE, minArea: 2, onRound: () => undefined },
    );
    // One side above, one on the left; two of the others.
    expect([...classes]).toEqual(
      [1, 1, 2, 2, 1, 2, 2, 2, 2, 2, 2, 2].map((value, at) => (at === 5 ? classes[5]! : value)),
    );
    const wide = Uint8Array.from([1, 1, 2, 2, 1, 3, 2, 2, 2, 2, 2, 2]);
    // Pixels are three times as high as they are wide: sides to the left and right count thrice.
    mergeSmall(
      { columns: 4, rows: 3, classes: wide },
      { areas: new Float64Array(3).fill(3), pixel: [1, 3], minArea: 6, onRound: () => undefined },
    );
    expect(wide[5]).toBe(2);
  });
});

describe('bounds of classes', () => {
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), {
    minLength: 1,
    maxLength: 200,
  });
  const methods = fc.constantFrom('quantiles' as const, 'equal' as const, 'natural' as const);

  it('rise, and hold all values', () => {
    fc.assert(
      fc.property(values, methods, fc.integer({ min: 2, max: 10 }), (given, method, classes) => {
        const sorted = Float64Array.from(given).sort();
        const bounds = classBounds(sorted, { method, classes, range: null });
        expect(bounds.length).toBeLessThanOrEqual(classes + 1);
        expect(bounds[0]).toBeLessThanOrEqual(sorted[0]!);
        expect(bounds.at(-1)).toBeGreaterThanOrEqual(sorted.at(-1)!);
        bounds.slice(1).forEach((bound, at) => expect(bound > bounds[at]! || bounds.length === 2).toBe(true));
        for (const value of sorted) {
          const own = classOf(value, bounds);
          expect(value >= bounds[own - 1]! && value <= bounds[own]!).toBe(true);
        }
      }),
    );
  });

  it('are those that the methods say', () => {
    const hundred = Float64Array.from({ length: 101 }, (_, at) => at);
    expect(classBounds(hundred, { method: 'equal', classes: 4, range: null })).toEqual([0, 25, 50, 75, 100]);
    expect(classBounds(hundred, { method: 'equal', classes: 2, range: [20, 40] })).toEqual([0, 30, 100]);
    expect(classBounds(hundred, { method: 'quantiles', classes: 2, range: null })).toEqual([0, 50.5, 100]);
    expect(classBounds(hundred, { method: 'breaks', breaks: [10, 300] })).toEqual([0, 10, 100]);
    const groups = Float64Array.from([1, 1.1, 1.2, 5, 5.1, 9, 9.1, 9.2, 9.3]);
    const [, first, second] = classBounds(groups, { method: 'natural', classes: 3, range: null });
    expect(first! > 1.2 && first! <= 5 && second! > 5.1 && second! <= 9).toBe(true);
    // Two values are two classes, parted in the middle, however many were asked for.
    expect(classBounds(Float64Array.from([0, 0, 0, 0.5]), { method: 'quantiles', classes: 5, range: null })).toEqual([
      0, 0.25, 0.5,
    ]);
    expect(classBounds(Float64Array.from([7, 7]), { method: 'natural', classes: 5, range: null })).toEqual([7, 7]);
  });
});

it('smoothing is a mean: nothing is beyond the values, gaps stay, what is even stays even', () => {
  fc.assert(
    fc.property(grids, fc.integer({ min: 0, max: 12 }), (grid, reach) => {
      const values = Float64Array.from(grid.classes, (value) => (value === 0 ? NaN : value));
      const smoothed = smooth({ ...grid, values }, [reach, reach]);
      expect(Array.from(smoothed, Number.isNaN)).toEqual(Array.from(values, Number.isNaN));
      for (const value of smoothed) expect(Number.isNaN(value) || (value >= 1 && value <= 3)).toBe(true);
      const even = smooth({ ...grid, values: values.map((value) => (Number.isNaN(value) ? NaN : 0.3)) }, [
        reach,
        reach,
      ]);
      expect(new Set(even.filter((value) => !Number.isNaN(value))).size).toBeLessThanOrEqual(1);
    }),
  );
});
