import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BorderHeight, levelBase, planeBase, triangulatedBase } from './base.ts';
import type { Heights } from '../../../geodata/surface/heights.ts';
import { areaByStrip, coverageOf, type Ring, signedArea } from './coverage.ts';
import { borderOf as heightsAlong, measureArea } from './measure.ts';
import { type Position, triangulate, turn } from './triangulate.ts';

/** A star around a centre: simple, not convex, run as the axes do. */
const stars = fc
  .tuple(
    fc.double({ min: -3, max: 13, noNaN: true }),
    fc.double({ min: -3, max: 13, noNaN: true }),
    fc.array(fc.double({ min: 0.3, max: 9, noNaN: true }), { minLength: 3, maxLength: 24 }),
  )
  .map(([x, y, radii]): Position[] =>
    radii.map((radius, index) => {
      const angle = (2 * Math.PI * index) / radii.length;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  );

const ringOf = (corners: readonly Position[]): Ring => [...corners, corners[0]!].flat();

describe('coverage', () => {
  const WINDOW = { left: -20, top: -20, width: 50, rows: 50 };

  it('adds up to the area, and of a part to that of the part', () => {
    fc.assert(
      fc.property(stars, (corners) => {
        const ring = ringOf(corners);
        const shares = coverageOf([ring], WINDOW);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(signedArea(ring), 6);
        expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
        const part = { left: 2, top: 1, width: 4, rows: 6 };
        const inPart = coverageOf([ring], part);
        inPart.forEach((share, at) => {
          const column = part.left + (at % part.width) - WINDOW.left;
          const row = part.top + Math.floor(at / part.width) - WINDOW.top;
          expect(share).toBeCloseTo(shares[row * WINDOW.width + column]!, 6);
        });
      }),
    );
  });

  it('is exact at borders, and a hole is cut out', () => {
    const square = [0.25, 0.5, 2.5, 0.5, 2.5, 2, 0.25, 2, 0.25, 0.5];
    const hole = [1, 1, 1, 2, 2, 2, 2, 1, 1, 1];
    const shares = [...coverageOf([square, hole], { left: 0, top: 0, width: 3, rows: 2 })];
    expect(shares).toEqual([0.375, 0.5, 0.25, 0.75, 0, 0.5]);
    const triangle = [0, 0, 2, 0, 0, 2, 0, 0];
    expect([...coverageOf([triangle], { left: 0, top: 0, width: 2, rows: 2 })]).toEqual([1, 0.5, 0.5, 0]);
  });
});

describe('the area on the ground', () => {
  /** Heights of 1 m; the pixels of each row are a square metre larger than those above, from 1 m² in row 0. */
  const grid = (width: number, height: number): Heights =>
    ({
      width,
      height,
      unit: 1,
      ground: { measure: 'ellipsoid', stepAt: (row: number) => ({ area: row + 1 }) },
      read: (_: number, __: number, columns: number, rows: number) => new Float64Array(columns * rows).fill(1),
    }) as unknown as Heights;
  const measure = (corners: readonly Position[], on: Heights) =>
    measureArea(on, { name: '', parts: [[ringOf(corners)]] }, levelBase(0), null, () => {});
  const triangle: Position[] = [
    [0, 0],
    [10, 0],
    [0, 10],
  ];
  /** Σ width in the middle of the row × size of its pixels. */
  const AREA = Array.from({ length: 10 }, (_, row) => (9.5 - row) * (row + 1)).reduce((sum, area) => sum + area);

  it('is that of each row, so that it is the volume of a metre', () => {
    const measured = measure(triangle, grid(20, 20));
    expect(measured.area).toBeCloseTo(AREA, 9);
    expect(measured.cut).toBeCloseTo(AREA, 9);
    expect(measured.areaWithoutHeights).toBe(0);
  });

  it('counts what lies beside, above and below the grid as well', () => {
    const beside = measure(triangle, grid(5, 20));
    expect(beside.area).toBeCloseTo(AREA, 9);
    expect(beside.areaWithoutHeights).toBeCloseTo(AREA - beside.cut, 9);
    const below = measure(triangle, grid(20, 4));
    expect(below.area).toBeCloseTo(AREA, 9);
    // What lies far below has strips of several rows.
    const tall = triangle.map(([x, y]): Position => [x, 1000 * y]);
    const sizes = areaByStrip([ringOf(tall)], 0, 1, 10_000).reduce((sum, area, row) => sum + area * (row + 1), 0);
    expect(measure(tall, grid(20, 4)).area / sizes).toBeCloseTo(1, 6);
  });

  it('by strips adds up to that of the polygon', () => {
    fc.assert(
      fc.property(stars, fc.integer({ min: 1, max: 7 }), (corners, rows) => {
        const areas = areaByStrip([ringOf(corners)], -20, rows, 50);
        expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(signedArea(ringOf(corners)), 6);
      }),
    );
  });
});

describe('the border of an area', () => {
  const grid = {
    width: 100,
    height: 100,
    read: (x: number) => Float64Array.of(x, x + 1, x, x + 1),
  } as unknown as Heights;
  const circle = (corners: number): Ring =>
    Array.from({ length: corners + 1 }, (_, at) => {
      const angle = (2 * Math.PI * (at % corners)) / corners;
      return [50 + 40 * Math.cos(angle), 50 + 40 * Math.sin(angle)];
    }).flat();

  it.each([4, 1000, 100_000])('of %i corners has heights all along, and not many more than may be', (corners) => {
    const area = { name: '', parts: [[circle(corners)], [[10, 10, 12, 10, 10, 12, 10, 10]]] };
    const [border, small] = heightsAlong(grid, area, 500);
    expect(border!.length + small!.length).toBeLessThanOrEqual(1000);
    expect([border!.length >= 200, small!.length >= 3]).toEqual([true, true]);
    for (const { column, height } of border!) expect(height).toBeCloseTo(column - 0.5, 6);
    const gaps = border!.map(({ column, row }, at) => {
      const next = border![(at + 1) % border!.length]!;
      return Math.hypot(next.column - column, next.row - row);
    });
    expect(Math.max(...gaps)).toBeLessThan(2);
  });
});

describe('triangles', () => {
  it('of any star fill it, without one lying in another, and are Delaunay’s where they can be', () => {
    fc.assert(
      fc.property(stars, (corners) => {
        const triangles = triangulate(corners);
        const areas = triangles.map(([a, b, c]) => turn(corners[a]!, corners[b]!, corners[c]!) / 2);
        expect(areas.every((area) => area > 0)).toBe(true);
        expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(signedArea(ringOf(corners)), 6);
        expect(triangles).toHaveLength(corners.length - 2);
      }),
    );
  });

  it('of points along straight borders use every point', () => {
    const side = 12;
    const corners = Array.from({ length: 4 * side }, (_, index): Position => {
      const along = index % side;
      return (
        [
          [along, 0],
          [side, along],
          [side - along, side],
          [0, side - along],
        ] as const
      )[Math.floor(index / side)]!;
    });
    const triangles = triangulate(corners);
    expect(triangles).toHaveLength(corners.length - 2);
    expect(new Set(triangles.flat()).size).toBe(corners.length);
  });
});

const plane = (column: number, row: number): number => 3 + 0.5 * column - 0.25 * row;
const borderOf = (corners: readonly Position[], heightAt: (column: number, row: number) => number): BorderHeight[] =>
  corners.map(([column, row]) => ({ column, row, height: heightAt(column, row) }));

describe('bases', () => {
  it('of a plane’s border are the plane', () => {
    fc.assert(
      fc.property(stars, (corners) => {
        const border = borderOf(corners, plane);
        const [fitted, triangles] = [planeBase(border), triangulatedBase([border])];
        const shares = coverageOf([ringOf(corners)], { left: -20, top: -20, width: 50, rows: 50 });
        for (let row = -20; row < 30; row += 1) {
          const rows = [fitted.rowOf(row, -20, 50), triangles.rowOf(row, -20, 50)];
          for (let at = 0; at < 50; at += 1) {
            if (shares[(row + 20) * 50 + at] === 0) continue;
            const expected = plane(at - 20 + 0.5, row + 0.5);
            expect(rows[0]![at]).toBeCloseTo(expected, 3);
            // Beside the area a narrow triangle is not followed far.
            const isWithin = shares[(row + 20) * 50 + at] === 1;
            expect(Math.abs(rows[1]![at]! - expected)).toBeLessThan(isWithin ? 1e-3 : 2);
          }
        }
        expect(fitted.errorAt(corners[0]![0], corners[0]![1])).toBeCloseTo(0, 5);
      }),
    );
  });

  it('of triangles bridge gaps in the border', () => {
    const corners: Position[] = [
      [0, 0],
      [5, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ];
    const border = borderOf(corners, plane).map((each, index) => (index === 1 ? { ...each, height: NaN } : each));
    expect(triangulatedBase([border]).rowOf(4, 4, 1)[0]).toBeCloseTo(plane(4.5, 4.5));
  });

  it('of a plane tell how far its mean may be off', () => {
    const corners: Position[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ];
    // Residuals of ±1 at the corners of a square, which no plane takes away: s = √(4 / (4 - 3)) = 2.
    const border = corners.map(([column, row], index) => ({ column, row, height: index % 2 === 0 ? 1 : -1 }));
    const base = planeBase(border);
    expect(base.errorAt(5, 5)).toBeCloseTo(2 * Math.sqrt(1 / 4));
    expect(base.errorAt(10, 10)).toBeCloseTo(2 * Math.sqrt(3 / 4));
    expect(() => planeBase(border.map((each) => ({ ...each, row: each.column })))).toThrow('one line');
    expect(() => planeBase(border.slice(0, 2))).toThrow('no heights along the border');
  });
});
