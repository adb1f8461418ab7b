import { OperationRefusal } from '../../../engine/for-children.ts';

/** A raster that runs north, with its pixels at multiples of their side. */
export interface Grid {
  readonly west: number;
  readonly north: number;
  readonly side: number;
  readonly width: number;
  readonly height: number;
}

export interface PlaneBox {
  readonly min: readonly [x: number, y: number];
  readonly max: readonly [x: number, y: number];
}

/** A part of a pixel by which coordinates may miss a border: sums of decimal numbers are not exact. */
const SLACK = 1e-6;
/** Longest side of a raster, in pixels: up to 128 rows of it are in memory while gaps are filled. */
export const LONGEST_SIDE = 262_144;
export const MOST_PIXELS = 2 ** 31;

/** @throws OperationRefusal for more pixels than are made */
export function gridAround({ min, max }: PlaneBox, side: number, most = MOST_PIXELS): Grid {
  const west = Math.floor(min[0] / side + SLACK) * side;
  const north = Math.ceil(max[1] / side - SLACK) * side;
  const width = Math.floor((max[0] - west) / side + SLACK) + 1;
  const height = Math.floor((north - min[1]) / side + SLACK) + 1;
  if (width <= LONGEST_SIDE && height <= LONGEST_SIDE && width * height <= most)
    return { west, north, side, width, height };
  throw new OperationRefusal(
    `The raster would have ${width} x ${height} pixels; at most ${LONGEST_SIDE} a side and ${most} in all are made. Choose a coarser resolution or a smaller area.`,
    'too-large',
  );
}

export const columnOf = ({ west, side }: Grid, x: number): number => Math.floor((x - west) / side + SLACK);
export const rowOf = ({ north, side }: Grid, y: number): number => Math.floor((north - y) / side + SLACK);
