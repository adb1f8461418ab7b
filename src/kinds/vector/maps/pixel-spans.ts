import type { SKRSContext2D } from '@napi-rs/canvas';

/** Pixels of one or more rows, whole ones. */
export interface PixelRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The pixels whose centres lie in a polygon, as few rectangles. Polygons that share a side share no pixel and leave none out:
 * drawn through such windows, pieces of a picture fit together without a seam.
 *
 * @param ring x and y in turn, in pixels
 * @param height rows of the picture: those outside of it are left out
 */
export function pixelSpans(ring: Float64Array, height: number): readonly PixelRect[] {
  let [top, bottom] = [Infinity, -Infinity];
  for (let at = 1; at < ring.length; at += 2) {
    [top, bottom] = [Math.min(top, ring[at]!), Math.max(bottom, ring[at]!)];
  }
  const rects: PixelRect[] = [];
  let open: PixelRect[] = [];
  const last = Math.min(height - 1, Math.floor(bottom));
  for (let row = Math.max(0, Math.floor(top)); row <= last; row += 1) {
    const spans = spansOfRow(ring, row);
    const isSame =
      spans.length === open.length && spans.every(({ x, width }, at) => open[at]!.x === x && open[at]!.width === width);
    if (isSame) open = open.map((rect) => ({ ...rect, height: rect.height + 1 }));
    else {
      rects.push(...open);
      open = spans.map((span) => ({ ...span, y: row, height: 1 }));
    }
  }
  rects.push(...open);
  return rects;
}

/** Narrows the drawing on a canvas to such pixels. */
export const throughPixels =
  (rects: readonly PixelRect[]) =>
  (context: SKRSContext2D): void => {
    context.beginPath();
    for (const { x, y, width, height } of rects) context.rect(x, y, width, height);
    context.clip();
  };

function spansOfRow(ring: Float64Array, row: number): readonly Pick<PixelRect, 'x' | 'width'>[] {
  const crossings: number[] = [];
  const y = row + 0.5;
  let before = ring.length - 2;
  for (let at = 0; at < ring.length; at += 2) {
    const [y0, y1] = [ring[before + 1]!, ring[at + 1]!];
    if (y0 <= y !== y1 <= y) crossings.push(crossingAt(ring, before, at, y));
    before = at;
  }
  crossings.sort((a, b) => a - b);
  const spans: Pick<PixelRect, 'x' | 'width'>[] = [];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [from, to] = [Math.ceil(crossings[at]! - 0.5), Math.ceil(crossings[at + 1]! - 0.5)];
    if (to > from) spans.push({ x: from, width: to - from });
  }
  return spans;
}

/** The same number from whichever end the side is seen: neighbours go around it the other way. */
function crossingAt(ring: Float64Array, one: number, other: number, y: number): number {
  const [from, to] = ring[one + 1]! < ring[other + 1]! ? [one, other] : [other, one];
  const share = (y - ring[from + 1]!) / (ring[to + 1]! - ring[from + 1]!);
  return ring[from]! + share * (ring[to]! - ring[from]!);
}
