import { minus } from '../../../scene/geometry/triple.ts';
import type { Ground } from './ground.ts';
import { heightIn, type HeightTile } from './height-tile.ts';
import { squareArrays, type SquareArrays } from './square-mesh.ts';
import { CELLS, partOf, type Square, TILE_PIXELS } from './tile-grid.ts';

/** Widths of a cell that a skirt reaches down. */
const SKIRT_CELLS = 3;

type Drawn = {
  readonly square: Square;
  /** Heights of the square of the ground that it lies in. */
  readonly tile: HeightTile;
  /** The square of its picture. */
  readonly picture: Square;
  readonly hasSkirt: boolean;
};

/** Arrays of the mesh of a square with its heights, around its middle. */
export function squareOnGround(
  { heightSquare, placeOf, base, up }: Ground,
  { square, tile, picture, hasSkirt }: Drawn,
): SquareArrays {
  const { point, middle, pixel } = placeOf(square);
  const part = partOf(square, heightSquare(square));
  return squareArrays({
    point(column, row) {
      const [x, y, z] = minus(point(column, row), middle);
      const height = heightIn(tile, part.x + (part.width * column) / CELLS, part.y + (part.width * row) / CELLS);
      return [x, y, z + (height - base) * up];
    },
    picture: partOf(square, picture),
    skirt: hasSkirt ? (SKIRT_CELLS * pixel * TILE_PIXELS) / CELLS : 0,
  });
}
