import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HEIGHT_ERROR, heightIn, levelHeights, readHeights } from './height-tile.ts';
import { TILE_PIXELS } from './tile-grid.ts';

/** Colours of heights in metres, as the service writes them. */
function colours(height: (column: number, row: number) => number, alpha = 255): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(4 * TILE_PIXELS * TILE_PIXELS);
  for (let pixel = 0; pixel < TILE_PIXELS * TILE_PIXELS; pixel += 1) {
    const number = Math.round((height(pixel % TILE_PIXELS, Math.floor(pixel / TILE_PIXELS)) + 32_768) * 256);
    rgba.set([number >> 16, (number >> 8) & 255, number & 255, alpha], 4 * pixel);
  }
  return rgba;
}

test('heights are those that were written, to half a step', () => {
  fc.assert(
    fc.property(fc.double({ min: -400, max: 8800, noNaN: true }), (height) => {
      fc.pre(Math.abs(height) > 0.01);
      const { heights, lowest, highest } = readHeights(
        colours(() => height),
        null,
      );
      expect(Math.abs(heights[0]! - height)).toBeLessThanOrEqual(HEIGHT_ERROR + 1e-9);
      expect([lowest, highest]).toEqual([heights[0], heights[0]]);
    }),
    { numRuns: 20 },
  );
});

test('a height of exactly 0 is none, unless a picture shows that something is there', () => {
  const sea = colours(() => 0);
  expect(readHeights(sea, null).heights.every(Number.isNaN)).toBe(true);
  expect(readHeights(sea, (pixel) => pixel === 7).heights.filter((height) => !Number.isNaN(height))).toEqual(
    new Float32Array([0]),
  );
  expect(
    readHeights(
      colours(() => 5, 128),
      null,
    ).heights.every(Number.isNaN),
  ).toBe(true);
});

test('a plane has its height everywhere, also beyond the outer middles: two tiles meet', () => {
  const [east, south] = [0.5, -0.25];
  const plane = (from: number) =>
    readHeights(
      colours((column, row) => 500 + east * (from + column) + south * row),
      null,
    );
  const [left, right] = [plane(0), plane(TILE_PIXELS)];
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (x, y) => {
      const wanted = 500 + east * (x * TILE_PIXELS - 0.5) + south * (y * TILE_PIXELS - 0.5);
      expect(Math.abs(heightIn(left, x, y) - wanted)).toBeLessThan(2 * HEIGHT_ERROR);
      expect(Math.abs(heightIn(left, 1, y) - heightIn(right, 0, y))).toBeLessThan(4 * HEIGHT_ERROR);
    }),
  );
});

test('beside a hole the nearest height holds; in it there is none', () => {
  const holed = readHeights(
    colours((column) => (column < 10 ? 0 : 100)),
    null,
  );
  expect(heightIn(holed, 5 / TILE_PIXELS, 0.5)).toBeNaN();
  expect(heightIn(holed, 10.2 / TILE_PIXELS, 0.5)).toBe(100);
  expect(heightIn(levelHeights(3), 0.9, 0.1)).toBe(3);
});
