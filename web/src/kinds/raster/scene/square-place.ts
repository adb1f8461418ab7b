import { lengthOf, middleOf, minus, type Triple } from '../../../scene/geometry/triple.ts';
import { boxOf, type EarthInScene } from '../../../scene/geometry/earth.ts';
import { CELLS, fromMercator, type Square, TILE_PIXELS } from './tile-grid.ts';

/** Parts of a square in a row that are projected; places between them lie on straight lines to far less than a cell. */
const PARTS = 8;

/** Where a square lies in the scene, at one height. */
export type SquarePlace = {
  /** A point of its grid: x, y and z in the scene. */
  readonly point: (column: number, row: number) => Triple;
  readonly middle: Triple;
  /** From its middle to its farthest corner. */
  readonly radius: number;
  /** Width of a pixel of its own picture. */
  readonly pixel: number;
};

export function placeOfSquare(
  { fromEarth }: Pick<EarthInScene, 'fromEarth'>,
  square: Square,
  height: number,
): SquarePlace {
  const world = 2 ** square.level;
  const knots: Triple[] = [];
  for (let row = 0; row <= PARTS; row += 1)
    for (let column = 0; column <= PARTS; column += 1) {
      const [longitude, latitude] = fromMercator([
        (square.x + column / PARTS) / world,
        (square.y + row / PARTS) / world,
      ]);
      knots.push(fromEarth([longitude, latitude, height]));
    }
  const at = (column: number, row: number): Triple => knots[row * (PARTS + 1) + column] ?? [NaN, NaN, NaN];
  const box = boxOf(knots);
  const step = CELLS / PARTS;
  return {
    point(column, row) {
      const [left, top] = [Math.min(PARTS - 1, Math.floor(column / step)), Math.min(PARTS - 1, Math.floor(row / step))];
      const [right, down] = [column / step - left, row / step - top];
      const [nw, ne, sw, se] = [at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1)];
      const blend = (axis: 0 | 1 | 2): number =>
        (1 - down) * ((1 - right) * nw[axis] + right * ne[axis]) + down * ((1 - right) * sw[axis] + right * se[axis]);
      return [blend(0), blend(1), blend(2)];
    },
    middle: middleOf(box),
    radius: lengthOf(minus(box.max, box.min)) / 2,
    pixel: lengthOf(minus(at(PARTS, 0), at(0, 0))) / TILE_PIXELS,
  };
}
