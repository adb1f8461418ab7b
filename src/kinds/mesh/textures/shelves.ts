export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Places of rectangles in a picture. */
export interface Shelves extends Size {
  readonly x: Int32Array;
  readonly y: Int32Array;
}

/** Widths that are tried, as shares of the side of a square as large as all rectangles. */
const WIDTHS = [0.9, 1, 1.1, 1.2, 1.35, 1.5, 1.75, 2] as const;
/** Sides of pictures are multiples of this: a GPU reads rows of whole words. */
const STEP = 4;

/** Side of a picture that has room for a length. */
const sideOf = (length: number): number => Math.max(STEP, Math.ceil(length / STEP) * STEP);

/**
 * Packs rectangles by shelves, the highest first.
 *
 * @param mostSide a multiple of four
 * @returns null where they do not fit
 */
export function packShelves(sizes: readonly Size[], mostSide: number): Shelves | null {
  const order = highestFirst(sizes);
  const area = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  const widest = sizes.reduce((most, { width }) => Math.max(most, width), 1);
  const widths = WIDTHS.map((share) => Math.min(mostSide, sideOf(Math.max(widest, share * Math.sqrt(area)))));
  let best: Size | null = null;
  for (const width of new Set(widths)) {
    const height = sideOf(place(order, width));
    if (widest > mostSide || height > mostSide) continue;
    if (best === null || costOf({ width, height }) < costOf(best)) best = { width, height };
  }
  if (best === null) return null;
  const shelves = { ...best, x: new Int32Array(sizes.length), y: new Int32Array(sizes.length) };
  place(order, best.width, shelves);
  return shelves;
}

/** Area; long strips cost more. */
const costOf = ({ width, height }: Size): number =>
  width * height * (1 + 0.02 * (Math.max(width, height) / Math.min(width, height)));

/** Rectangles, the highest first. */
interface Ordered {
  readonly numbers: Uint32Array;
  readonly widths: Int32Array;
  readonly heights: Int32Array;
}

/** @returns the height of all shelves */
function place({ numbers, widths, heights }: Ordered, most: number, result?: Pick<Shelves, 'x' | 'y'>): number {
  let [x, top, bottom] = [0, 0, 0];
  for (let at = 0; at < numbers.length; at += 1) {
    if (x + widths[at]! > most) [x, top] = [0, bottom];
    if (x === 0) bottom = top + heights[at]!;
    if (result !== undefined) {
      result.x[numbers[at]!] = x;
      result.y[numbers[at]!] = top;
    }
    x += widths[at]!;
  }
  return bottom;
}

/** More than any height. */
const HIGHEST = 2 ** 20;
/** More than there are rectangles: their numbers are the lower half of what is sorted. */
const SORTED = 2 ** 32;

function highestFirst(sizes: readonly Size[]): Ordered {
  const keys = Float64Array.from(sizes, ({ height }, index) => (HIGHEST - height) * SORTED + index).sort();
  const numbers = Uint32Array.from(keys, (key) => key % SORTED);
  return {
    numbers,
    widths: Int32Array.from(numbers, (number) => sizes[number]!.width),
    heights: Int32Array.from(numbers, (number) => sizes[number]!.height),
  };
}
