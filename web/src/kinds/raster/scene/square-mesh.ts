import { CELLS } from './tile-grid.ts';

const SIDE = CELLS + 1;
const POINTS = SIDE * SIDE;

/** Arrays of the mesh of a square: first the points of its surface, row by row from the north-west, then those of its skirt. */
export type SquareArrays = {
  readonly positions: Float32Array;
  /** Shares of the picture, of 65,535. */
  readonly places: Uint16Array;
  readonly indices: Uint16Array;
  /** Triangles of the surface; those of the skirt follow. */
  readonly surface: number;
};

/** What the mesh of a square is made of. */
export type SquareShape = {
  /** A point of the grid, in coordinates of the mesh; its z is NaN where there is none. */
  readonly point: (column: number, row: number) => readonly [x: number, y: number, z: number];
  /** Where the square lies in its picture, as shares. */
  readonly picture: { readonly x: number; readonly y: number; readonly width: number };
  /** How far the skirt reaches down. */
  readonly skirt: number;
};

const MOST = 65_535;

/** The points of the border, around the square. */
function borderOf(): readonly number[] {
  const border: number[] = [];
  for (let at = 0; at < CELLS; at += 1) border.push(at);
  for (let at = 0; at < CELLS; at += 1) border.push(at * SIDE + CELLS);
  for (let at = CELLS; at > 0; at -= 1) border.push(CELLS * SIDE + at);
  for (let at = CELLS; at > 0; at -= 1) border.push(at * SIDE);
  return border;
}

const BORDER = borderOf();

/**
 * The mesh of a square. A skirt hangs from its border: it hides what would be a crack beside a square of another level. Cells without
 * a height at each of their corners are left out.
 */
export function squareArrays({ point, picture, skirt }: SquareShape): SquareArrays {
  const positions = new Float32Array(3 * (POINTS + BORDER.length));
  const places = new Uint16Array(2 * (POINTS + BORDER.length));
  for (let row = 0; row < SIDE; row += 1)
    for (let column = 0; column < SIDE; column += 1) {
      const at = row * SIDE + column;
      positions.set(point(column, row), 3 * at);
      places[2 * at] = MOST * (picture.x + (picture.width * column) / CELLS);
      places[2 * at + 1] = MOST * (picture.y + (picture.width * row) / CELLS);
    }
  BORDER.forEach((of, index) => {
    const at = POINTS + index;
    positions.copyWithin(3 * at, 3 * of, 3 * of + 3);
    positions[3 * at + 2] = (positions[3 * at + 2] ?? NaN) - skirt;
    places.copyWithin(2 * at, 2 * of, 2 * of + 2);
  });
  const isThere = (at: number): boolean => !Number.isNaN(positions[3 * at + 2] ?? NaN);
  const indices: number[] = [];
  const add = (a: number, b: number, c: number, d: number): void => {
    if ([a, b, c, d].every(isThere)) indices.push(a, c, b, b, c, d);
  };
  for (let row = 0; row < CELLS; row += 1)
    for (let column = 0; column < CELLS; column += 1) {
      const at = row * SIDE + column;
      add(at, at + 1, at + SIDE, at + SIDE + 1);
    }
  const surface = indices.length / 3;
  BORDER.forEach((of, index) => {
    const next = (index + 1) % BORDER.length;
    add(BORDER[next] ?? 0, of, POINTS + next, POINTS + index);
  });
  // What is nowhere has no place in the card's memory either.
  for (let at = 2; at < positions.length; at += 3) if (Number.isNaN(positions[at])) positions[at] = 0;
  return { positions, places, indices: new Uint16Array(indices), surface };
}
