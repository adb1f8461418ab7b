import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closeHoles, createPointCanvas, drawPoint, type PointCanvas, pixelColours } from './point-canvas.ts';

const COLUMNS = 12;
const ROWS = 9;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly side: number;
}

const coordinate = fc.double({ min: -6, max: 18, noNaN: true });
const anyPoints = fc.array(
  fc.record({
    x: coordinate,
    y: coordinate,
    z: fc.integer({ min: -5, max: 5 }),
    side: fc.constantFrom(1, 1.4, 2, 3.5, 8),
  }),
  { maxLength: 40 },
);

function drawn(points: readonly Point[], fall: number): PointCanvas {
  const canvas = createPointCanvas(COLUMNS, ROWS);
  points.forEach(({ x, y, z, side }, index) => drawPoint(canvas, x, y, z, index, side, fall));
  return canvas;
}

const pixels = Array.from({ length: COLUMNS * ROWS }, (_, pixel) => ({
  pixel,
  column: pixel % COLUMNS,
  row: Math.floor(pixel / COLUMNS),
}));

it('a pixel shows the highest of the points that are drawn over it, or nothing', () => {
  fc.assert(
    fc.property(anyPoints, (points) => {
      const { depth, height, colour } = drawn(points, 0);
      for (const { pixel, column, row } of pixels) {
        const isOver = ({ x, y, side }: Point): boolean =>
          side <= 1
            ? Math.floor(x) === column && Math.floor(y) === row
            : Math.abs(column + 0.5 - x) < side / 2 - 0.5 && Math.abs(row + 0.5 - y) < side / 2 - 0.5;
        const over = points.filter(isOver);
        // Squares are rounded to pixels: where one may or may not reach is left open.
        expect(depth[pixel]).toBeGreaterThanOrEqual(Math.max(-Infinity, ...over.map(({ z }) => z)));
        expect(depth[pixel] === -Infinity || points[colour[pixel]!]!.z === height[pixel]).toBe(true);
      }
    }),
  );
});

it('where squares of one height meet, each pixel shows the point that is nearest to it', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 1, maxLength: 20 }), (places) => {
      const points = places.map((place) => ({ ...place, z: 3, side: 30 }));
      const { depth, colour } = drawn(points, 0.5);
      for (const { pixel, column, row } of pixels) {
        const distance = ({ x, y }: { readonly x: number; readonly y: number }): number =>
          Math.max(Math.abs(column + 0.5 - x), Math.abs(row + 0.5 - y));
        const reaching = points.filter((point) => distance(point) < 14);
        if (reaching.length < points.length || depth[pixel] === -Infinity) continue;
        expect(distance(points[colour[pixel]!]!)).toBeCloseTo(Math.min(...points.map(distance)), 4);
      }
    }),
  );
});

it('holes are closed that five neighbours surround, with what is highest there; nothing else changes', () => {
  fc.assert(
    fc.property(anyPoints, (points) => {
      const canvas = drawn(points, 0.1);
      const before = { depth: canvas.depth.slice(), height: canvas.height.slice(), colour: canvas.colour.slice() };
      closeHoles(canvas);
      for (const { pixel, column, row } of pixels) {
        const isInside = column > 0 && row > 0 && column < COLUMNS - 1 && row < ROWS - 1;
        const around = pixels.filter(
          (other) =>
            other.pixel !== pixel &&
            Math.abs(other.column - column) <= 1 &&
            Math.abs(other.row - row) <= 1 &&
            before.depth[other.pixel] !== -Infinity,
        );
        const isClosed = before.depth[pixel] === -Infinity && isInside && around.length >= 5;
        const expected = isClosed
          ? Math.max(...around.map((other) => before.height[other.pixel]!))
          : before.height[pixel];
        expect(canvas.height[pixel]).toBe(expected);
        expect(canvas.depth[pixel] === -Infinity).toBe(before.depth[pixel] === -Infinity && !isClosed);
      }
    }),
  );
});

it('the margin is left out of the picture, and its points give light', () => {
  const canvas = createPointCanvas(3, 3);
  drawPoint(canvas, 1.5, 1.5, 0, 0x80_40_20, 1, 0);
  const alone = [...pixelColours(canvas, 1, 1)];
  expect(alone).toEqual([128, 64, 32, 255]);
  drawPoint(canvas, 0.5, 1.5, 1, 0, 1, 0);
  const [beside] = pixelColours(canvas, 1, 1);
  expect(beside).toBeLessThan(128);
  expect([...pixelColours(canvas, 1, null)]).toEqual(alone);
});
