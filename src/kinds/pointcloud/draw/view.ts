import { cornersAt } from '../../../render/index.ts';
import { type PlaneBox, type PlaneGrid, imageBox } from './plane-grid.ts';

/** What a picture shows of a cloud, straight from above. */
export interface View {
  /** From the plane of the cloud to the plane of the picture. */
  readonly grid: PlaneGrid;
  /** Pixels of a unit of the plane of the picture. */
  readonly scale: number;
  /** The upper left corner of the picture, in pixels from where its plane begins. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Pixels of one turn around the world where the cloud lies over its edge; else 0. */
  readonly turn: number;
  /** Side of a pixel in units of the cloud's plane. */
  readonly pixel: number;
  /** Side of a pixel in units of height. */
  readonly pixelHeight: number;
}

/** Pixels that a rectangle of the cloud's plane covers; null where it has no place. */
export function pixelsOf(view: View, box: PlaneBox): PlaneBox | null {
  const image = imageBox(view.grid, box);
  return image && inPixels(view, image);
}

/** A rectangle of the plane of the picture, where it is nearest to the picture. */
function inPixels({ scale, left, top, width, turn }: View, box: PlaneBox): PlaneBox {
  const minX = box.minX * scale - left;
  const maxX = box.maxX * scale - left;
  const shift = turn === 0 ? 0 : turn * Math.round(((minX + maxX) / 2 - width / 2) / turn);
  return { minX: minX - shift, maxX: maxX - shift, minY: box.minY * scale - top, maxY: box.maxY * scale - top };
}

/** Whether pixels meet the picture, or come as near to it as `margin`. */
export const meetsPicture = (pixels: PlaneBox, { width, height }: View, margin: number): boolean =>
  pixels.minX < width + margin && pixels.maxX > -margin && pixels.minY < height + margin && pixels.maxY > -margin;

const METRES_PER_DEGREE = 111_320;
const TILE_SIDE = 256;

/** All of a cloud, north up, along its own axes. */
export function viewFromAbove({ minX, minY, maxX, maxY }: PlaneBox, longestSide: number, isInDegrees: boolean): View {
  // A degree of longitude is shorter than one of latitude.
  const narrow = isInDegrees ? Math.max(0.01, Math.cos(((minY + maxY) / 2) * (Math.PI / 180))) : 1;
  const [across, along] = [(maxX - minX) * narrow, maxY - minY];
  const longest = Math.max(across, along) || 1;
  const pixels = (length: number): number => Math.max(1, Math.round((length / longest) * longestSide));
  const [width, height] = [pixels(across), pixels(along)];
  const pixel = longest / longestSide;
  const [middleX, middleY] = [(minX + maxX) / 2, (minY + maxY) / 2];
  const box = { minX: middleX - (width * pixel) / 2 / narrow, maxX: middleX + (width * pixel) / 2 / narrow };
  const [bottom, top] = [middleY - (height * pixel) / 2, middleY + (height * pixel) / 2];
  const points = Float64Array.of(0, height, width, height, 0, 0, width, 0);
  const grid: PlaneGrid = { corners: [box.minX, bottom, box.maxX, top], columns: 1, rows: 1, points };
  const pixelHeight = isInDegrees ? pixel * METRES_PER_DEGREE : pixel;
  return { grid, scale: 1, left: 0, top: 0, width, height, turn: 0, pixel, pixelHeight };
}

/** A tile of the WebMercatorQuad grid. */
export interface TileOfWorld {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly scale: 1 | 2;
}

/** Pixels of the world's side. */
export const worldPixels = ({ z, scale }: Pick<TileOfWorld, 'z' | 'scale'>): number => TILE_SIDE * scale * 2 ** z;

/**
 * A tile, and the part of the cloud's plane that its cells lie in.
 *
 * @param grid places of the cloud in the world
 * @returns null where the cloud does not meet the tile
 */
export function viewOfTile(
  grid: PlaneGrid,
  tile: TileOfWorld,
  isInDegrees: boolean,
): { readonly view: View; readonly around: PlaneBox } | null {
  const world = worldPixels(tile);
  const side = TILE_SIDE * tile.scale;
  const { minX: west, maxX: east } = boxOf(grid.points);
  const turn = west < 0 || east > 1 ? world : 0;
  const place = { grid, scale: world, left: tile.x * side, top: tile.y * side, width: side, height: side, turn };
  const draft: View = { ...place, pixel: 1, pixelHeight: 1 };
  const around = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  let [ground, shown] = [0, 0];
  for (let row = 0; row < grid.rows; row += 1)
    for (let column = 0; column < grid.columns; column += 1) {
      const { box, area } = imageOfCell(grid, column, row);
      if (!meetsPicture(inPixels(draft, box), draft, MARGIN)) continue;
      const cell = cellOf(grid, column, row);
      around.minX = Math.min(around.minX, cell.minX);
      around.maxX = Math.max(around.maxX, cell.maxX);
      around.minY = Math.min(around.minY, cell.minY);
      around.maxY = Math.max(around.maxY, cell.maxY);
      ground += (cell.maxX - cell.minX) * (cell.maxY - cell.minY);
      shown += area * world ** 2;
    }
  if (!(shown > 0)) return null;
  const pixel = Math.sqrt(ground / shown);
  const pixelHeight = isInDegrees ? pixel * METRES_PER_DEGREE : pixel;
  return { view: { ...place, pixel, pixelHeight }, around };
}

/** Pixels by which a cell may be off, and a point larger than its place. */
const MARGIN = 2;

function cellOf({ corners, columns, rows }: PlaneGrid, column: number, row: number): PlaneBox {
  const [minX, minY, maxX, maxY] = corners;
  const [across, along] = [(maxX - minX) / columns, (maxY - minY) / rows];
  const [left, low] = [minX + column * across, minY + row * along];
  return { minX: left, maxX: left + across, minY: low, maxY: low + along };
}

/** The box around the image of a cell, and the area of its image; the box of one that has none meets nothing. */
function imageOfCell(
  { columns, points }: PlaneGrid,
  column: number,
  row: number,
): { readonly box: PlaneBox; readonly area: number } {
  const [a, b, c, d] = cornersAt(columns, column, row);
  const box = boxOf([a, b, c, d].flatMap((at) => [points[at]!, points[at + 1]!]));
  const [acrossX, acrossY] = [points[b]! - points[a]!, points[b + 1]! - points[a + 1]!];
  const [upX, upY] = [points[c]! - points[a]!, points[c + 1]! - points[a + 1]!];
  return { box, area: Math.abs(acrossX * upY - acrossY * upX) };
}

/** The box around positions, x and y in turn, those without numbers left out. */
function boxOf(positions: ArrayLike<number>): PlaneBox {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let at = 0; at < positions.length; at += 2) {
    const [x, y] = [positions[at]!, positions[at + 1]!];
    if (x < box.minX) box.minX = x;
    if (x > box.maxX) box.maxX = x;
    if (y < box.minY) box.minY = y;
    if (y > box.maxY) box.maxY = y;
  }
  return box;
}
