import type { Coverage } from './coverage.ts';
import { boxOf, type Grid, gridOver, isNorthUp } from './grid.ts';

/** The grid that WCS 1.0 and 1.1 describe, which know none that is turned: as fine as the coverage's own, over its box. */
export function uprightGrid({ grid }: Pick<Coverage, 'grid'>): Grid {
  if (isNorthUp(grid)) return grid;
  const [, xColumn = 0, xRow = 0, , yColumn = 0, yRow = 0] = grid.geotransform;
  const pixel = Math.sqrt(Math.abs(xColumn * yRow - xRow * yColumn));
  const box = boxOf(grid);
  const count = (length: number): number => Math.max(1, Math.round(length / pixel));
  return gridOver(box, count(box[2] - box[0]), count(box[3] - box[1]));
}
