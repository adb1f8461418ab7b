import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignedWindow, boxOf, type Grid, gridOf, gridOver, isNorthUp, pixelAt, positionAt, windowOf } from './grid.ts';
import { horizontalWkt } from './horizontal-wkt.ts';
import { uprightGrid } from './upright.ts';

/** Pixels of a millimetre to a kilometre, anywhere in a plane. */
const grids = fc.record({
  x: fc.integer({ min: -10_000_000, max: 10_000_000 }),
  y: fc.integer({ min: -10_000_000, max: 10_000_000 }),
  pixel: fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
  turn: fc.double({ min: -3, max: 3, noNaN: true }),
  width: fc.integer({ min: 1, max: 5000 }),
  height: fc.integer({ min: 1, max: 5000 }),
});
type Drawn = typeof grids extends fc.Arbitrary<infer T> ? T : never;

const upright = ({ x, y, pixel, width, height }: Drawn): Grid => ({
  geotransform: [x, pixel, 0, y, 0, -pixel],
  width,
  height,
});
const turned = ({ x, y, pixel, turn, width, height }: Drawn): Grid => {
  const [sine, cosine] = [pixel * Math.sin(turn), pixel * Math.cos(turn)];
  return { geotransform: [x, cosine, sine, y, sine, -cosine], width, height };
};
const part = ({ width, height }: Grid, [a, b, c, d]: readonly number[]) => {
  const [column, row] = [Math.floor(a! * width), Math.floor(b! * height)];
  return { column, row, width: 1 + Math.floor(c! * (width - column)), height: 1 + Math.floor(d! * (height - row)) };
};
const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const shares = fc.tuple(share, share, share, share);

describe('grids', () => {
  it('find the pixels of a box again, be it of outer edges or of centres', () => {
    fc.assert(
      fc.property(grids, shares, (drawn, picked) => {
        const grid = upright(drawn);
        const window = part(grid, picked);
        const box = boxOf(gridOf(grid, window));
        const half = drawn.pixel / 2;
        expect(windowOf(grid, box)).toEqual(window);
        expect(windowOf(grid, [box[0] + half, box[1] + half, box[2] - half, box[3] - half])).toEqual(window);
        expect(alignedWindow(grid, gridOver(box, window.width, window.height))).toEqual(window);
        const [column, row] = pixelAt(grid, ...positionAt(grid, window.column, window.row));
        expect(column).toBeCloseTo(window.column, 3);
        expect(row).toBeCloseTo(window.row, 3);
      }),
    );
  });

  it('that are turned give rows and columns around a box, never more than there are', () => {
    fc.assert(
      fc.property(grids, shares, (drawn, picked) => {
        const grid = turned(drawn);
        const window = part(grid, picked);
        const found = windowOf(grid, boxOf(gridOf(grid, window)))!;
        expect(found.column).toBeLessThanOrEqual(window.column);
        expect(found.column + found.width).toBeGreaterThanOrEqual(window.column + window.width);
        expect(found.column + found.width).toBeLessThanOrEqual(grid.width);
        expect(found.row + found.height).toBeLessThanOrEqual(grid.height);
        const made = uprightGrid({ grid });
        expect(isNorthUp(made)).toBe(true);
        const [near, far] = [boxOf(made), boxOf(grid)];
        near.forEach((edge, at) => expect(edge).toBeCloseTo(far[at]!, 3));
      }),
    );
  });

  it('have no pixels in a box outside of them, and one in the smallest box inside', () => {
    const grid = gridOver([0, 0, 10, 10], 10, 10);
    expect(windowOf(grid, [20, 0, 30, 10])).toBeUndefined();
    expect(windowOf(grid, [0, -5, 10, -1])).toBeUndefined();
    expect(windowOf(grid, [3.6, 3.6, 3.7, 3.7])).toEqual({ column: 3, row: 6, width: 1, height: 1 });
    expect(alignedWindow(grid, gridOver([0.5, 0, 10.5, 10], 10, 10))).toBeUndefined();
    expect(alignedWindow(grid, gridOver([0, 0, 10, 10], 20, 20))).toBeUndefined();
    expect(alignedWindow(grid, gridOver([-1, 0, 9, 10], 10, 10))).toBeUndefined();
  });
});

it('the plane of a CRS with heights is found', () => {
  const plane = 'PROJCS["a [b]",GEOGCS["c",AUTHORITY["EPSG","4326"]],AUTHORITY["EPSG","32633"]]';
  expect(horizontalWkt(`COMPD_CS["x",${plane},VERT_CS["y",AUTHORITY["EPSG","5703"]]]`)).toBe(plane);
  expect(horizontalWkt(`COMPOUNDCRS["x", ${plane},VERTCRS["y"]]`)).toBe(plane);
  expect(horizontalWkt(plane)).toBe(plane);
  expect(horizontalWkt('COMPD_CS["x",PROJCS["never ends"')).toBe('COMPD_CS["x",PROJCS["never ends"');
});
