import type { PixelShift } from './coarse-shift.ts';
import { createFft2d, emptySquare, multiplyConjugate } from './fft.ts';
import { type Plane, spreadOf } from './plane.ts';

/** A place of the source that was found again in the reference, in pixels of the common grid with fractions. */
export interface Tie {
  readonly x: number;
  readonly y: number;
  readonly toX: number;
  readonly toY: number;
  /** Normalised cross-correlation, 0 to 1. */
  readonly score: number;
}

/** Sides of what is looked for and of where it is looked for: 32 pixels each way. */
const PATCH = 64;
const SEARCH = 128;
/** A patch is looked for in each cell of a grid of at most 20 by 20. */
const CELLS = 20;
/** Cells do not lie nearer: their patches would be the same. */
const LEAST_STEP = 16;
/** Chance stays below 0.1 between patches of noise. */
const LEAST_SCORE = 0.3;
/** Share of a patch, and of where it is looked for, that has values. */
const LEAST_FILLED = 0.9;
/** A peak at the border of what was looked at is the side of a higher one. */
const BORDER = 1;

/** Looks for patches of the source in the reference, around where a first shift says they are. */
export function findTies(
  source: Plane,
  reference: Plane,
  { dx, dy }: PixelShift,
  progress: (share: number) => void,
): readonly Tie[] {
  const match = patchMatcher();
  const ties: Tie[] = [];
  const [columns, rows] = [placesAlong(source.width), placesAlong(source.height)];
  for (const [row, y] of rows.entries()) {
    for (const x of columns) {
      const [left, top] = [x + dx - (SEARCH - PATCH) / 2, y + dy - (SEARCH - PATCH) / 2];
      const patch = source.read({ x, y, width: PATCH, height: PATCH });
      const found = match(patch, windowAt(reference, left, top));
      if (found === null) continue;
      const centre = PATCH / 2;
      ties.push({
        x: x + centre,
        y: y + centre,
        toX: left + found.x + centre,
        toY: top + found.y + centre,
        score: found.score,
      });
    }
    progress((row + 1) / rows.length);
  }
  return ties;
}

/** Upper left corners of patches along a side. */
function placesAlong(side: number): readonly number[] {
  const room = side - PATCH;
  if (room < 0) return [];
  const count = Math.min(CELLS, Math.floor(room / LEAST_STEP) + 1);
  return Array.from({ length: count }, (_, at) => Math.floor(count === 1 ? room / 2 : (at * room) / (count - 1)));
}

/** A square of a plane that may reach beyond it; NaN there. */
function windowAt(plane: Plane, left: number, top: number): Float64Array {
  const values = new Float64Array(SEARCH * SEARCH).fill(NaN);
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const width = Math.min(plane.width, left + SEARCH) - x;
  const height = Math.min(plane.height, top + SEARCH) - y;
  if (width <= 0 || height <= 0) return values;
  const part = plane.read({ x, y, width, height });
  for (let row = 0; row < height; row++)
    values.set(part.subarray(row * width, (row + 1) * width), (row + y - top) * SEARCH + x - left);
  return values;
}

interface Match {
  readonly x: number;
  readonly y: number;
  readonly score: number;
}

/** Matches patches by normalised cross-correlation (Lewis 1995): the products by FFT, what they are divided by from sums. */
function patchMatcher(): (patch: Float64Array, search: Float64Array) => Match | null {
  const fft = createFft2d(SEARCH);
  return (patch, search) => {
    const [small, large] = [spreadOf(patch), spreadOf(search)];
    if (small.count < LEAST_FILLED * patch.length || large.count < LEAST_FILLED * search.length) return null;
    if (!(small.deviation > 0 && large.deviation > 0)) return null;
    // What has no value is as the mean: it says nothing.
    const [one, other] = [emptySquare(SEARCH), emptySquare(SEARCH)];
    search.forEach((value, at) => (one.re[at] = Number.isNaN(value) ? 0 : value - large.mean));
    const sums = windowSums(one.re);
    patch.forEach((value, at) => {
      const place = Math.floor(at / PATCH) * SEARCH + (at % PATCH);
      other.re[place] = Number.isNaN(value) ? 0 : value - small.mean;
    });
    fft.forward(one);
    fft.forward(other);
    multiplyConjugate(one, other, false);
    fft.inverse(one);
    const patchSpread = small.deviation * Math.sqrt(small.count);
    const side = SEARCH - PATCH + 1;
    const scores = Float64Array.from({ length: side * side }, (_, at) => {
      const place = Math.floor(at / side) * SEARCH + (at % side);
      const spread = Math.sqrt(sums(at % side, Math.floor(at / side)));
      return spread > 1e-9 * large.deviation ? one.re[place]! / (spread * patchSpread) : 0;
    });
    return highest(scores, side);
  };
}

/** Sum of squared differences from the mean of the window at a place, from running sums. */
function windowSums(values: Float64Array): (x: number, y: number) => number {
  const side = SEARCH + 1;
  const [sums, squares] = [new Float64Array(side * side), new Float64Array(side * side)];
  for (let row = 1; row < side; row++) {
    for (let column = 1; column < side; column++) {
      const value = values[(row - 1) * SEARCH + column - 1]!;
      const at = row * side + column;
      sums[at] = value + sums[at - 1]! + sums[at - side]! - sums[at - side - 1]!;
      squares[at] = value * value + squares[at - 1]! + squares[at - side]! - squares[at - side - 1]!;
    }
  }
  const over = (table: Float64Array, x: number, y: number): number =>
    table[(y + PATCH) * side + x + PATCH]! -
    table[y * side + x + PATCH]! -
    table[(y + PATCH) * side + x]! +
    table[y * side + x]!;
  return (x, y) => Math.max(0, over(squares, x, y) - over(sums, x, y) ** 2 / (PATCH * PATCH));
}

/** The highest score between its neighbours, by a parabola through three of them each way. */
function highest(scores: Float64Array, side: number): Match | null {
  let best = 0;
  for (let at = 1; at < scores.length; at++) if (scores[at]! > scores[best]!) best = at;
  const [x, y, score] = [best % side, Math.floor(best / side), scores[best]!];
  const isInside = [x, y].every((place) => place >= BORDER && place < side - BORDER);
  if (!isInside || score < LEAST_SCORE) return null;
  const between = (before: number, after: number): number => {
    const bend = before - 2 * score + after;
    return bend < 0 ? (0.5 * (before - after)) / bend : 0;
  };
  return {
    x: x + between(scores[best - 1]!, scores[best + 1]!),
    y: y + between(scores[best - side]!, scores[best + side]!),
    score,
  };
}
