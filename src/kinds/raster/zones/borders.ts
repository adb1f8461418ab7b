import type { Pieces } from './pieces.ts';

/** A border between two pieces, along sides of pixels, from one place where three or more meet to the next, or around. */
export interface Border {
  /** Column and row of corners of pixels in turn: where it turns, and its ends, which are the same of one that goes around. */
  readonly points: Int32Array;
  /** Labels on its sides as one goes along it; 0 is what has no class, or lies outside. */
  readonly left: number;
  readonly right: number;
}

export interface BorderGrid {
  readonly columns: number;
  readonly rows: number;
}

/** Steps to the east, south, west and north. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/**
 * All borders of pieces, each once: what two pieces share is the same line for both.
 *
 * @param most corners of all borders together. @returns null when there are more
 */
export function traceBorders(grid: BorderGrid, { labels }: Pieces, most: number): readonly Border[] | null {
  const { columns, rows } = grid;
  const width = columns + 1;
  const label = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= columns || row >= rows ? 0 : labels[row * columns + column]!;
  /** By direction: labels on the left and on the right of the side of a pixel that begins at a corner. */
  const sides = (x: number, y: number, direction: number): readonly [left: number, right: number] => {
    if (direction === 0) return [label(x, y - 1), label(x, y)];
    if (direction === 1) return [label(x, y), label(x - 1, y)];
    if (direction === 2) return [label(x - 1, y), label(x - 1, y - 1)];
    return [label(x - 1, y - 1), label(x, y - 1)];
  };
  const isBorder = (x: number, y: number, direction: number): boolean => {
    const [left, right] = sides(x, y, direction);
    return left !== right;
  };
  /** Sides that a border has gone along, by the corner at their west or north: 1 to the east, 2 to the south. */
  const gone = new Uint8Array(width * (rows + 1));
  const sideAt = (x: number, y: number, direction: number): readonly [corner: number, bit: number] => {
    const [dx, dy] = STEPS[direction]!;
    return [(y + Math.min(0, dy)) * width + x + Math.min(0, dx), dx === 0 ? 2 : 1];
  };
  const borders: Border[] = [];
  let corners = 0;
  const trace = (startX: number, startY: number, first: number): void => {
    const [left, right] = sides(startX, startY, first);
    const points = [startX, startY];
    let [x, y, direction] = [startX, startY, first];
    for (;;) {
      const [corner, bit] = sideAt(x, y, direction);
      gone[corner]! |= bit;
      x += STEPS[direction]![0];
      y += STEPS[direction]![1];
      const onward = onwardFrom(x, y, direction);
      if (onward === null || (x === startX && y === startY)) break;
      if (onward !== direction) points.push(x, y);
      direction = onward;
    }
    points.push(x, y);
    corners += points.length / 2;
    borders.push({ points: Int32Array.from(points), left, right });
  };
  /** The only other way on; null where there are several: borders end there. */
  const onwardFrom = (x: number, y: number, direction: number): number | null => {
    const ways = [direction, (direction + 1) % 4, (direction + 3) % 4].filter((way) => isBorder(x, y, way));
    return ways.length === 1 ? ways[0]! : null;
  };
  const eachCorner = (isNode: boolean): boolean => {
    for (let y = 0; y <= rows; y += 1) {
      for (let x = 0; x <= columns; x += 1) {
        const [northWest, northEast, southWest, southEast] = [
          label(x - 1, y - 1),
          label(x, y - 1),
          label(x - 1, y),
          label(x, y),
        ];
        if (northWest === northEast && northWest === southWest && northWest === southEast) continue;
        const ways = [0, 1, 2, 3].filter((way) => isBorder(x, y, way));
        if (ways.length > 2 !== isNode) continue;
        for (const way of ways) {
          const [corner, bit] = sideAt(x, y, way);
          if ((gone[corner]! & bit) === 0) trace(x, y, way);
        }
        if (corners > most) return false;
      }
    }
    return true;
  };
  // What is left when all corners where several meet are done goes around.
  return eachCorner(true) && eachCorner(false) ? borders : null;
}
