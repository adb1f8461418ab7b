import { transformPositions } from '../../../geodata/place/transform-positions.ts';
import type { toDegrees } from '../../../geodata/place/to-degrees.ts';
import { type ControlGrid, cornersAt, createControlGrid } from '../../../render/index.ts';
import type { PlaneBox, PlaneGrid } from './plane-grid.ts';

/**
 * Places of a cloud's plane in Web Mercator, as fractions of the world's side from the west and from the north. Longitudes go on
 * over the antimeridian: x may be below 0 or above 1.
 */
export interface WorldGrid extends PlaneGrid {
  /** Most that an interpolated place is off, as a fraction of the world's side. */
  readonly error: number;
}

const FIRST_CELLS = 8;

/** @param maxError fraction of the world's side; with the most cells that a grid may have it can be more */
export async function createWorldGrid(
  way: ReturnType<typeof toDegrees>,
  { minX, minY, maxX, maxY }: PlaneBox,
  maxError: number,
): Promise<WorldGrid> {
  const corners = [minX, minY, maxX, maxY] as const;
  const grid = await createControlGrid({
    corners,
    firstCells: FIRST_CELLS,
    maxError,
    project: async (positions) => inWorld(transformPositions(positions, way)),
    // The error of interpolation grows with the square of the distance between points: with all of them it is a quarter. As much
    // again is left for places where the plane is bent more than points beside them tell.
    measure: (found) => ({ error: 0.5 * errorOfHalfTheCells(found) }),
    moreCells: (cells, error) => 2 * Math.ceil(0.55 * cells * Math.sqrt(error / maxError)),
  });
  return { ...grid, corners };
}

/** Degrees as fractions of the world; longitudes by the shorter way from the first one. */
function inWorld(degrees: Float64Array): Float64Array {
  const first = degrees.find((value, at) => at % 2 === 0 && Number.isFinite(value)) ?? 0;
  return degrees.map((value, at) => {
    if (at % 2 === 1) return 0.5 - Math.asinh(Math.tan((value * Math.PI) / 180)) / (2 * Math.PI);
    return (value - 360 * Math.round((value - first) / 360)) / 360 + 0.5;
  });
}

/** By how much places would be off at most if every second corner were left out. */
function errorOfHalfTheCells({ columns, rows, points }: ControlGrid): number {
  let worst = 0;
  for (let row = 0; row < rows; row += 2)
    for (let column = 0; column < columns; column += 2) {
      const [a, b, c, d] = cornersAt(columns, column, row, 2);
      const [, right, down, middle] = cornersAt(columns, column, row);
      for (const axis of [0, 1]) {
        const at = (corner: number): number => points[corner + axis]!;
        const off = [
          at(right) - (at(a) + at(b)) / 2,
          at(down) - (at(a) + at(c)) / 2,
          at(middle) - (at(a) + at(b) + at(c) + at(d)) / 4,
        ];
        // What has no place is no number, and is not drawn.
        for (const error of off) if (Math.abs(error) > worst) worst = Math.abs(error);
      }
    }
  return worst;
}
