import { createSkyline } from './skyline.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Places of rectangles in a picture. */
export interface Places extends Size {
  readonly x: Int32Array;
  readonly y: Int32Array;
}

/** Widths that are tried, as shares of the side of a square as large as all rectangles. */
const WIDTHS = [0.9, 1, 1.05, 1.1, 1.2, 1.35, 1.6, 2] as const;
/** Sides of pictures are multiples of this: a GPU reads rows of whole words. */
const STEP = 4;
/**
 * Rectangles that are packed along a skyline, in up to 0.1 s. It fills 90 % of a picture with 200 islands of different sizes, where shelves
 * fill 67 %; thousands of small ones fill shelves as well.
 */
const MOST_IN_SKYLINE = 2000;

/** Side of a picture that has room for a length. */
const sideOf = (length: number): number => Math.max(STEP, Math.ceil(length / STEP) * STEP);

/**
 * Packs rectangles into a picture that is about a square.
 *
 * @param mostSide a multiple of four
 * @returns null where they do not fit
 */
export function packRectangles(sizes: readonly Size[], mostSide: number): Places | null {
  const isSkyline = sizes.length <= MOST_IN_SKYLINE;
  const ordered = isSkyline ? largestFirst(sizes, longerSide) : largestFirst(sizes, ({ height }) => height);
  const place = isSkyline ? placeInSkyline : placeOnShelves;
  const area = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  const widest = sizes.reduce((most, { width }) => Math.max(most, width), 1);
  if (widest > mostSide || area > mostSide * mostSide) return null;
  const widths = WIDTHS.map((share) => Math.min(mostSide, sideOf(Math.max(widest, share * Math.sqrt(area)))));
  let best: Size | null = null;
  for (const width of new Set(widths)) {
    const size = { width, height: sideOf(place(ordered, width)) };
    if (size.height <= mostSide && (best === null || costOf(size) < costOf(best))) best = size;
  }
  if (best === null) return null;
  const places = { ...best, x: new Int32Array(sizes.length), y: new Int32Array(sizes.length) };
  place(ordered, best.width, places);
  return places;
}

const longerSide = ({ width, height }: Size): number => Math.max(width, height);

/** Area; long strips cost more. */
const costOf = ({ width, height }: Size): number =>
  width * height * (1 + 0.02 * (Math.max(width, height) / Math.min(width, height)));

/** Rectangles in the order in which they are placed. */
interface Ordered {
  readonly numbers: Uint32Array;
  readonly widths: Int32Array;
  readonly heights: Int32Array;
}

type Placed = Pick<Places, 'x' | 'y'>;

/** @returns the height that is used */
function placeInSkyline({ numbers, widths, heights }: Ordered, width: number, result?: Placed): number {
  const skyline = createSkyline(width);
  for (let at = 0; at < numbers.length; at += 1) {
    const { x, y } = skyline.add(widths[at]!, heights[at]!);
    if (result === undefined) continue;
    result.x[numbers[at]!] = x;
    result.y[numbers[at]!] = y;
  }
  return skyline.height();
}

/** @returns the height that is used */
function placeOnShelves({ numbers, widths, heights }: Ordered, most: number, result?: Placed): number {
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

/** More than any side. */
const LARGEST = 2 ** 20;
/** More than there are rectangles: their numbers are the lower half of what is sorted. */
const SORTED = 2 ** 32;

function largestFirst(sizes: readonly Size[], measure: (size: Size) => number): Ordered {
  const keys = Float64Array.from(sizes, (size, index) => (LARGEST - measure(size)) * SORTED + index).sort();
  const numbers = Uint32Array.from(keys, (key) => key % SORTED);
  return {
    numbers,
    widths: Int32Array.from(numbers, (number) => sizes[number]!.width),
    heights: Int32Array.from(numbers, (number) => sizes[number]!.height),
  };
}
