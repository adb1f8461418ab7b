import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isWithin,
  limitsOf,
  matrixSize,
  scaleOf,
  tileBox,
  TILE_MATRIX_SETS,
  WEB_MERCATOR_QUAD,
  WORLD_CRS84_QUAD,
} from './tile-matrix-sets.ts';

const zooms = fc.integer({ min: 0, max: 24 });
const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
const latitudes = fc.double({ min: -85, max: 85, noNaN: true });

describe('tile matrix sets', () => {
  it('have the numbers of the standard', () => {
    expect(scaleOf(WEB_MERCATOR_QUAD, 0)).toBeCloseTo(559_082_264.028_717_8, 5);
    expect(scaleOf(WEB_MERCATOR_QUAD, 18)).toBeCloseTo(2132.729_583_849_784, 9);
    expect(scaleOf(WORLD_CRS84_QUAD, 0)).toBeCloseTo(279_541_132.014_358_76, 5);
    expect(matrixSize(WORLD_CRS84_QUAD, 3)).toEqual({ columns: 16, rows: 8 });
    expect(tileBox(WORLD_CRS84_QUAD, { z: 0, row: 0, column: 1 })).toEqual([0, -90, 180, 90]);
    const [west, south, east, north] = tileBox(WEB_MERCATOR_QUAD, { z: 1, row: 0, column: 0 });
    expect([west, south, east, north].map((value) => Math.round(value) + 0)).toEqual([-20037508, 0, 0, 20037508]);
  });

  it('the tiles of a box are exactly those that meet it', () => {
    const box = fc.tuple(longitudes, latitudes, longitudes, latitudes);
    fc.assert(
      fc.property(fc.constantFrom(...TILE_MATRIX_SETS), zooms, box, (set, z, [x1, y1, x2, y2]) => {
        const bounds = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const;
        const limits = limitsOf(set, bounds, z);
        const half = set.crs === 'EPSG:3857' ? 20_037_508.342_789_2 : 0;
        const project = (x: number, y: number): readonly [number, number] =>
          half === 0 ? [x, y] : [(x / 180) * half, (Math.asinh(Math.tan((y * Math.PI) / 180)) / Math.PI) * half];
        const first = tileBox(set, { z, row: limits.minRow, column: limits.minColumn });
        const last = tileBox(set, { z, row: limits.maxRow, column: limits.maxColumn });
        const [west, south] = project(bounds[0], bounds[1]);
        const [east, north] = project(bounds[2], bounds[3]);
        const slack = 1e-6 * (half || 1);
        expect(first[0]).toBeLessThanOrEqual(west + slack);
        expect(first[2]).toBeGreaterThanOrEqual(west - slack);
        expect(first[3]).toBeGreaterThanOrEqual(north - slack);
        expect(last[2]).toBeGreaterThanOrEqual(east - slack);
        expect(last[0]).toBeLessThanOrEqual(east + slack);
        expect(last[1]).toBeLessThanOrEqual(south + slack);
      }),
    );
  });

  it('what lies over the antimeridian has tiles at both ends', () => {
    const limits = limitsOf(WEB_MERCATOR_QUAD, [179, -17, 181, -16], 4);
    expect(limits).toMatchObject({ minColumn: 0, maxColumn: 15 });
    expect(isWithin({ z: 4, row: limits.minRow, column: 0 }, limits)).toBe(true);
    expect(isWithin({ z: 4, row: limits.maxRow + 1, column: 0 }, limits)).toBe(false);
  });
});
