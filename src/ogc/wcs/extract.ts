import type { Crs, Projections } from '../../projections/index.ts';
import type { Box, Extract } from '../../kinds/raster/index.ts';
import type { Coverage } from './coverage.ts';
import { alignedWindow, boxAround, boxOf, type Grid, gridOver, isNorthUp, positionAt } from './grid.ts';

/** Positions a side that are looked at to find the box of a grid in another CRS, its inside included for the poles' sake. */
const LOOKS = 21;

/** The box a grid covers in a CRS; undefined where it has no place there. */
export async function boxIn(
  projections: Projections,
  grid: Grid,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<Box | undefined> {
  if (from === to) return boxOf(grid);
  const positions = new Float64Array(2 * LOOKS * LOOKS);
  for (let at = 0; at < LOOKS * LOOKS; at += 1) {
    const [column, row] = [at % LOOKS, Math.floor(at / LOOKS)].map((look) => look / (LOOKS - 1));
    positions.set(positionAt(grid, (column ?? 0) * grid.width, (row ?? 0) * grid.height), 2 * at);
  }
  const moved = await projections.transform(from, to, positions, signal);
  const box = boxAround(
    Array.from({ length: LOOKS * LOOKS }, (_, at) => [moved[2 * at]!, moved[2 * at + 1]!] as const),
  );
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}

/** The box of a box in another CRS. */
export function movedBox(
  projections: Projections,
  box: Box,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<Box | undefined> {
  return boxIn(projections, gridOver(box, 1, 1), from, to, signal);
}

/** Side of square pixels that are as fine along the diagonal as those of a grid which covers all of `whole`: as GDAL has it. */
export function pixelOver(whole: Box, grid: Grid): number {
  return Math.hypot(whole[2] - whole[0], whole[3] - whole[1]) / Math.hypot(grid.width, grid.height);
}

/** What is to be made for a grid that was asked for, pixel by pixel where it is the coverage's own. */
export function extractFor(
  coverage: Coverage,
  crs: Pick<Crs, 'code'>,
  box: Box,
  width: number,
  height: number,
): Extract {
  const grid = gridOver(box, width, height);
  const isOwn = coverage.isStored && crs.code === coverage.crs.code && isNorthUp(coverage.grid);
  const window = isOwn ? alignedWindow(coverage.grid, grid) : undefined;
  return window === undefined
    ? { kind: 'warp', crs: crs.code, box, width, height }
    : { kind: 'cut', window, width, height };
}
