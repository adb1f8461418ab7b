import { expect, test } from 'vitest';
import { squareArrays, type SquareShape } from './square-mesh.ts';
import { CELLS } from './tile-grid.ts';

const shape = (z: SquareShape['point']): SquareShape => ({
  point: z,
  picture: { x: 0.25, y: 0.5, width: 0.25 },
  skirt: 10,
});
const level = shape((column, row) => [column, -row, 5]);
const SIDE = CELLS + 1;

test('the surface faces up and covers the square once', () => {
  const { positions, indices, surface } = squareArrays(level);
  expect(surface).toBe(2 * CELLS * CELLS);
  let area = 0;
  for (let triangle = 0; triangle < surface; triangle += 1) {
    const [a, b, c] = [0, 1, 2].map((corner) => 3 * indices[3 * triangle + corner]!) as [number, number, number];
    const at = (of: number, axis: number): number => positions[of + axis]!;
    const twice = (at(b, 0) - at(a, 0)) * (at(c, 1) - at(a, 1)) - (at(c, 0) - at(a, 0)) * (at(b, 1) - at(a, 1));
    expect(twice).toBeGreaterThan(0);
    area += twice / 2;
  }
  expect(area).toBe(CELLS * CELLS);
});

test('a skirt hangs from every edge of the border', () => {
  const { positions, indices, surface } = squareArrays(level);
  expect(indices.length / 3 - surface).toBe(2 * 4 * CELLS);
  const low = new Set<string>();
  for (let at = 3 * SIDE * SIDE; at < positions.length; at += 3) {
    expect(positions[at + 2]).toBe(-5);
    low.add(`${positions[at]}/${positions[at + 1]}`);
  }
  expect(low.size).toBe(4 * CELLS);
  for (const [x, y] of [...low].map((key) => key.split('/').map(Number) as [number, number]))
    expect([0, CELLS].includes(x) || [0, -CELLS].includes(y)).toBe(true);
});

test('a point without a height takes the four cells around it, and nothing else', () => {
  const holed = squareArrays(shape((column, row) => [column, -row, column === 5 && row === 7 ? NaN : 5]));
  expect(holed.surface).toBe(2 * (CELLS * CELLS - 4));
  expect([...holed.indices].includes(7 * SIDE + 5)).toBe(false);
  expect(holed.positions.every(Number.isFinite)).toBe(true);
  const empty = squareArrays(shape((column, row) => [column, row, NaN]));
  expect([empty.surface, empty.indices.length]).toEqual([0, 0]);
});

test('places in the picture are those of the part of it that the square has', () => {
  const { places } = squareArrays(level);
  const last = SIDE * SIDE - 1;
  expect([places[0]! / 65_535, places[1]! / 65_535].map((share) => share.toFixed(3))).toEqual(['0.250', '0.500']);
  expect([places[2 * last]! / 65_535, places[2 * last + 1]! / 65_535].map((share) => share.toFixed(3))).toEqual([
    '0.500',
    '0.750',
  ]);
});
