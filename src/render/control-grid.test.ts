import { expect, it } from 'vitest';
import { type ControlGrid, type ControlGridOptions, cornersAt, createControlGrid } from './control-grid.ts';

/** Bends the plane; interpolation at the middle of a block of two cells is wrong by the square of its size. */
const bend = (positions: Float64Array): Promise<Float64Array> =>
  Promise.resolve(positions.map((value, at) => (at % 2 === 0 ? value * value : value)));

function measure(grid: ControlGrid): { readonly error: number } {
  const [a, b] = cornersAt(grid.columns, 0, 0, 2);
  const { points } = grid;
  return { error: Math.abs((points[a]! + points[b]!) / 2 - points[a + 2]!) };
}

const options = (maxError: number): ControlGridOptions<{ readonly error: number }> => ({
  corners: [0, 10, 8, 2],
  firstCells: 2,
  maxError,
  project: bend,
  measure,
  moreCells: (cells) => 2 * cells,
});

it('adds cells until interpolation is good enough', async () => {
  const grid = await createControlGrid(options(1));
  expect(grid).toMatchObject({ columns: 8, rows: 8, error: 1 });
  expect(Array.from(grid.points.subarray(0, 6))).toEqual([0, 10, 1, 10, 4, 10]);
  expect(Array.from(grid.points.subarray(-2))).toEqual([64, 2]);
});

it('stops at 256 cells a side where no grid is good enough', async () => {
  const { columns, points } = await createControlGrid(options(0));
  expect(columns).toBe(256);
  expect(points).toHaveLength(2 * 257 * 257);
});
