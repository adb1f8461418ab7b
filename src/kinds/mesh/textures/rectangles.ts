import type { Islands } from './islands.ts';
import type { Look } from './looks.ts';

/**
 * A part of a picture that is copied as a whole. Its pixels lie on a grid: pixel `n` of the result covers the pixels `n * scale` to
 * `(n + 1) * scale` of the source.
 */
export interface Rectangle {
  readonly look: number;
  /** Pixels of the source along a pixel of the result. */
  readonly scale: number;
  /** First column and row of the grid; may lie before the picture. */
  readonly left: number;
  readonly top: number;
  /** In pixels of the result, margins included. */
  readonly width: number;
  readonly height: number;
  /** Whether the picture is repeated there, or its border pixels are. */
  readonly repeatsAcross: boolean;
  readonly repeatsDown: boolean;
}

/** Rectangles, and what is needed to find the place of a vertex in them. */
export interface Layout {
  readonly rectangles: readonly Rectangle[];
  /** Number of the rectangle of each island. */
  readonly rectangleOf: Int32Array;
  /** Whole pictures that are taken from the places of each island: it begins inside of the picture then. */
  readonly shifts: Float64Array;
}

export interface LayoutOptions {
  readonly scale: number;
  readonly mostSide: number;
  /** False leaves out margins: for a picture of one rectangle. */
  readonly hasMargins: boolean;
}

/** Filters of viewers look a pixel beyond an island; a second one serves the picture at half its size. */
const [NARROW, WIDE] = [1, 2];
/** Pixels of the shorter side of an island from which on it has wide margins: of smaller ones they would be most. */
const LARGE = 16;
/** Places that lie so little outside of a picture, in pixels, come of rounding: nothing is repeated for them. */
const ROUNDING = 0.5;
/** Share of the whole result that an island over several repeats of its picture may take before it is scaled down. */
const REPEATED_SHARE = 1 / 4;

/** Cuts islands out of their pictures; those inside of others share theirs. */
export function layOut(islands: Islands, looks: readonly Look[], options: LayoutOptions): Layout {
  const shifts = new Float64Array(2 * islands.count);
  const rectangles = Array.from({ length: islands.count }, (_, island) =>
    rectangleOf(islands, island, looks, options, shifts),
  );
  return { ...shareRectangles(rectangles, looks.length, options), shifts };
}

function rectangleOf(
  { bounds, lookOf }: Islands,
  island: number,
  looks: readonly Look[],
  { scale, mostSide, hasMargins }: LayoutOptions,
  shifts: Float64Array,
): Rectangle {
  const look = lookOf[island]!;
  const { width, height } = looks[look]!.picture!;
  const shiftX = shiftOf(bounds[4 * island]!, bounds[4 * island + 2]!, ROUNDING / width);
  const shiftY = shiftOf(bounds[4 * island + 1]!, bounds[4 * island + 3]!, ROUNDING / height);
  shifts[2 * island] = shiftX;
  shifts[2 * island + 1] = shiftY;
  const minX = (bounds[4 * island]! - shiftX) * width;
  const minY = (bounds[4 * island + 1]! - shiftY) * height;
  const maxX = (bounds[4 * island + 2]! - shiftX) * width;
  const maxY = (bounds[4 * island + 3]! - shiftY) * height;
  const repeatsAcross = maxX > width + ROUNDING;
  const repeatsDown = maxY > height + ROUNDING;
  const own =
    scale *
    shrinkFor(
      maxX - minX,
      maxY - minY,
      scale,
      hasMargins ? mostSide - 2 * WIDE - 2 : mostSide,
      repeatsAcross || repeatsDown,
    );
  const [left, top] = [Math.floor(minX / own), Math.floor(minY / own)];
  const right = Math.max(left + 1, Math.ceil(maxX / own));
  const bottom = Math.max(top + 1, Math.ceil(maxY / own));
  const margin = !hasMargins ? 0 : Math.min(right - left, bottom - top) < LARGE ? NARROW : WIDE;
  return {
    look,
    scale: own,
    left: left - margin,
    top: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
    repeatsAcross,
    repeatsDown,
  };
}

/** Whole pictures before an island. One that lies on the far border of the picture is inside of it. */
const shiftOf = (min: number, max: number, rounding: number): number =>
  min >= -rounding && max <= 1 + rounding ? 0 : Math.floor(min + rounding);

/** How often the scale of an island is doubled, as a power of two, so that it alone fits. */
function shrinkFor(width: number, height: number, scale: number, room: number, repeats: boolean): number {
  const bySide = Math.max(width, height) / scale / room;
  const byArea = repeats ? Math.sqrt((width * height) / (REPEATED_SHARE * room * room)) / scale : 0;
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(bySide, byArea, 1))));
}

function shareRectangles(
  all: readonly Rectangle[],
  looks: number,
  { scale, mostSide }: LayoutOptions,
): Pick<Layout, 'rectangles' | 'rectangleOf'> {
  const rectangles: Rectangle[] = [];
  const rectangleOf = new Int32Array(all.length);
  const groups: number[][] = Array.from({ length: looks }, () => []);
  all.forEach((rectangle, island) => {
    if (rectangle.scale === scale) groups[rectangle.look]!.push(island);
    else rectangleOf[island] = rectangles.push(rectangle) - 1;
  });
  for (const group of groups) {
    const first = rectangles.length;
    shareInside(all, group, rectangles, rectangleOf);
    const kept = rectangles.slice(first);
    const whole = unionOf(kept);
    // Where islands overlap much, or margins are most of them, all that lies between them is less.
    if (kept.length < 2 || areaOf(whole) > kept.reduce((sum, each) => sum + areaOf(each), 0)) continue;
    if (Math.max(whole.width, whole.height) > mostSide) continue;
    rectangles.length = first;
    for (const island of group) rectangleOf[island] = first;
    rectangles.push(whole);
  }
  return { rectangles, rectangleOf };
}

const areaOf = ({ width, height }: Rectangle): number => width * height;

function unionOf(rectangles: readonly Rectangle[]): Rectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let [repeatsAcross, repeatsDown] = [false, false];
  for (const each of rectangles) {
    left = Math.min(left, each.left);
    top = Math.min(top, each.top);
    right = Math.max(right, each.left + each.width);
    bottom = Math.max(bottom, each.top + each.height);
    repeatsAcross ||= each.repeatsAcross;
    repeatsDown ||= each.repeatsDown;
  }
  return { ...rectangles[0]!, left, top, width: right - left, height: bottom - top, repeatsAcross, repeatsDown };
}

/** Cells of a side of the grid in which containing rectangles are looked up, and how many of a cell are looked at. */
const [CELLS, LOOKED_AT] = [32, 24];
/** Pixels of a rectangle that others are looked up in: a smaller one holds only what costs nothing anyway. */
const LEAST_OUTER = 64;

/** Adds the rectangles of a group that lie in no other one, larger ones first. */
function shareInside(
  all: readonly Rectangle[],
  group: readonly number[],
  rectangles: Rectangle[],
  rectangleOf: Int32Array,
): void {
  if (group.length === 0) return;
  const whole = unionOf(group.map((island) => all[island]!));
  const [cellWidth, cellHeight] = [whole.width / CELLS, whole.height / CELLS];
  const cells = new Map<number, number[]>();
  const cellOf = (x: number, y: number): number =>
    Math.min(CELLS - 1, Math.floor((y - whole.top) / cellHeight)) * CELLS +
    Math.min(CELLS - 1, Math.floor((x - whole.left) / cellWidth));
  for (const island of largestFirst(all, group)) {
    const each = all[island]!;
    const near = cells.get(cellOf(each.left, each.top));
    const outer = near?.find((number) => isInside(each, rectangles[number]!));
    if (outer !== undefined) {
      rectangleOf[island] = outer;
      continue;
    }
    const number = rectangles.push(each) - 1;
    rectangleOf[island] = number;
    if (areaOf(each) < LEAST_OUTER) continue;
    const last = cellOf(each.left + each.width - 1, each.top + each.height - 1);
    for (let row = Math.floor(cellOf(each.left, each.top) / CELLS); row <= Math.floor(last / CELLS); row += 1)
      for (let column = cellOf(each.left, each.top) % CELLS; column <= last % CELLS; column += 1) {
        const list = cells.get(row * CELLS + column);
        if (list === undefined) cells.set(row * CELLS + column, [number]);
        else if (list.length < LOOKED_AT) list.push(number);
      }
  }
}

function largestFirst(all: readonly Rectangle[], group: readonly number[]): readonly number[] {
  // One sorted array of numbers takes a tenth of the time of comparing rectangles.
  const count = group.length;
  const keys = Float64Array.from(group, (island, index) => areaOf(all[island]!) * count + index).sort();
  return Array.from(keys.reverse(), (key) => group[key % count]!);
}

const isInside = (inner: Rectangle, outer: Rectangle): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height;
