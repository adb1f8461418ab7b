import type { Border, BorderGrid } from './borders.ts';

/**
 * Takes corners out of borders, those of small triangles first (M. Visvalingam and J. D. Whyatt, 1993), as long as no border leaves
 * its place by more than a tolerance. A corner goes only when no other one lies in the triangle of it and its neighbours: so
 * borders never meet where they did not, and pieces stay neighbours. Ends stay where they are.
 *
 * @param pixel metres of its sides. @param tolerance metres
 */
export function straighten(
  { columns, rows }: BorderGrid,
  borders: readonly Border[],
  pixel: readonly [across: number, down: number],
  tolerance: number,
): readonly Border[] {
  if (tolerance <= 0) return borders;
  const width = columns + 1;
  const taken = new Uint8Array(width * (rows + 1));
  const straight = new Set<number>();
  for (const { points } of borders) {
    for (let at = 0; at < points.length; at += 2) taken[points[at + 1]! * width + points[at]!] = 1;
    if (points.length === 4) straight.add(endsOf(points, taken.length, width));
  }
  const shape: Shape = { width, taken, straight, pixel, tolerance };
  const lines = borders.map(({ points }) => lineOf(points));
  // Twice as large triangles in each round; the longest one is as long as the grid.
  const largest = Math.max(columns, rows) * Math.max(1, tolerance / Math.min(...pixel));
  for (let most = 1; ; most *= 2) {
    for (const line of lines) takeOut(line, most, shape);
    if (most > 2 * largest) break;
  }
  return borders.map((border, at) => ({ ...border, points: pointsOf(lines[at]!) }));
}

interface Shape {
  readonly width: number;
  /** Corners of pixels that are corners of a border. */
  readonly taken: Uint8Array;
  /** Borders without a corner between their ends: a second one between the same would lie on it. */
  readonly straight: Set<number>;
  readonly pixel: readonly [number, number];
  readonly tolerance: number;
}

interface Line {
  readonly points: Int32Array;
  /** Places of the corners that are left. */
  kept: Int32Array;
  /** By the place of a corner: how far what lay between it and the next one may be off, in metres. */
  readonly off: Float64Array;
}

const lineOf = (points: Int32Array): Line => ({
  points,
  kept: Int32Array.from({ length: points.length / 2 }, (_, at) => at),
  off: new Float64Array(points.length / 2),
});

const pointsOf = ({ points, kept }: Line): Int32Array =>
  Int32Array.from({ length: kept.length * 2 }, (_, at) => points[2 * kept[at >> 1]! + (at & 1)]!);

/** Both ends as one number, whatever their order. */
function endsOf(points: Int32Array, corners: number, width: number): number {
  const one = points[1]! * width + points[0]!;
  const other = points.at(-1)! * width + points.at(-2)!;
  return Math.min(one, other) * corners + Math.max(one, other);
}

/** @param most twice the area of triangles, in pixels */
function takeOut(line: Line, most: number, shape: Shape): void {
  const { points, kept, off } = line;
  const ends = endsOf(points, shape.taken.length, shape.width);
  const isRound = points[0] === points.at(-2) && points[1] === points.at(-1);
  /** A border that goes around has three corners at least. */
  const least = isRound ? 4 : 2;
  const left = [kept[0]!];
  let count = kept.length;
  for (let at = 1; at < kept.length - 1; at += 1) {
    const [before, own, next] = [left.at(-1)!, kept[at]!, kept[at + 1]!];
    const error =
      count > least ? Math.max(off[before]!, off[own]!) + distance(line, [before, own, next], shape) : Infinity;
    const triangle = cornersOf(points, before, own, next);
    const becomesStraight = count === 3;
    if (
      error > shape.tolerance ||
      Math.abs(twiceArea(triangle)) > most ||
      (becomesStraight && shape.straight.has(ends)) ||
      !isEmpty(triangle, shape)
    ) {
      left.push(own);
      continue;
    }
    if (becomesStraight) shape.straight.add(ends);
    off[before] = error;
    shape.taken[triangle[3] * shape.width + triangle[2]] = 0;
    count -= 1;
  }
  left.push(kept.at(-1)!);
  if (kept.length > 1) line.kept = Int32Array.from(left);
}

type Triangle = readonly [ax: number, ay: number, bx: number, by: number, cx: number, cy: number];

const cornersOf = (points: Int32Array, a: number, b: number, c: number): Triangle => [
  points[2 * a]!,
  points[2 * a + 1]!,
  points[2 * b]!,
  points[2 * b + 1]!,
  points[2 * c]!,
  points[2 * c + 1]!,
];

const twiceArea = ([ax, ay, bx, by, cx, cy]: Triangle): number => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** Metres of a corner from the line between its neighbours. */
function distance({ points }: Line, [a, b, c]: readonly [number, number, number], { pixel }: Shape): number {
  const [ax, ay, bx, by, cx, cy] = cornersOf(points, a, b, c);
  const [acX, acY] = [(cx - ax) * pixel[0], (cy - ay) * pixel[1]];
  const [abX, abY] = [(bx - ax) * pixel[0], (by - ay) * pixel[1]];
  const length = acX * acX + acY * acY;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, (abX * acX + abY * acY) / length));
  return Math.hypot(abX - share * acX, abY - share * acY);
}

/** Whether no corner of a border but its own three lies in a triangle or on its sides. */
function isEmpty(triangle: Triangle, { taken, width }: Shape): boolean {
  const [ax, ay, bx, by, cx, cy] = triangle;
  const turn = Math.sign(twiceArea(triangle));
  const isOwn = (x: number, y: number): boolean =>
    (x === ax && y === ay) || (x === bx && y === by) || (x === cx && y === cy);
  const isInside = (x: number, y: number): boolean =>
    // Three corners in a line are a line: all of its places are on both sides.
    (turn !== 0 || twiceArea([ax, ay, cx, cy, x, y]) === 0) &&
    turn * twiceArea([ax, ay, bx, by, x, y]) >= 0 &&
    turn * twiceArea([bx, by, cx, cy, x, y]) >= 0 &&
    turn * twiceArea([cx, cy, ax, ay, x, y]) >= 0;
  for (let y = Math.min(ay, by, cy); y <= Math.max(ay, by, cy); y += 1) {
    const [west, east] = spanAt(triangle, y);
    for (let x = Math.floor(west); x <= Math.ceil(east); x += 1)
      if (taken[y * width + x] === 1 && !isOwn(x, y) && isInside(x, y)) return false;
  }
  return true;
}

/** Where a row crosses the sides of a triangle. */
function spanAt([ax, ay, bx, by, cx, cy]: Triangle, y: number): readonly [west: number, east: number] {
  let [west, east] = [Infinity, -Infinity];
  for (const [x0, y0, x1, y1] of [
    [ax, ay, bx, by],
    [bx, by, cx, cy],
    [cx, cy, ax, ay],
  ] as const) {
    if (y < Math.min(y0, y1) || y > Math.max(y0, y1)) continue;
    const along = y0 === y1 ? [x0, x1] : [x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)];
    west = Math.min(west, ...along);
    east = Math.max(east, ...along);
  }
  return [west, east];
}
