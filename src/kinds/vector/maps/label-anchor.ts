import { LINE, POINT } from '../tiles/shape.ts';
import type { PixelShape } from './pixel-shape.ts';

/** Where the label of a shape belongs. */
export interface LabelAnchor {
  readonly x: number;
  readonly y: number;
  /** What is longer is labelled first; pixels. */
  readonly rank: number;
}

/** A place on a shape within the picture; undefined when none of it shows. */
export function anchorOf({ kind, parts }: PixelShape, width: number, height: number): LabelAnchor | undefined {
  const isSeen = (x: number, y: number): boolean => x >= 0 && y >= 0 && x <= width && y <= height;
  if (kind === POINT) {
    const [x = NaN, y = NaN] = parts[0] ?? [];
    return isSeen(x, y) ? { x, y, rank: 0 } : undefined;
  }
  const longest = parts.reduce((best, part) => (sideOf(part) > sideOf(best) ? part : best));
  const place = kind === LINE ? middleOfLine(longest, isSeen) : middleOfRing(longest, width, height);
  return place === undefined ? undefined : { x: place[0], y: place[1], rank: sideOf(longest) };
}

function sideOf(part: Float64Array): number {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < part.length; at += 2) {
    [minX, minY] = [Math.min(minX, part[at]!), Math.min(minY, part[at + 1]!)];
    [maxX, maxY] = [Math.max(maxX, part[at]!), Math.max(maxY, part[at + 1]!)];
  }
  return Math.max(maxX - minX, maxY - minY);
}

type Place = readonly [x: number, y: number];

/** Half way along what is seen of a line. */
function middleOfLine(line: Float64Array, isSeen: (x: number, y: number) => boolean): Place | undefined {
  const middles: (readonly [...Place, length: number])[] = [];
  for (let at = 0; at + 3 < line.length; at += 2) {
    const [x, y, nextX, nextY] = [line[at]!, line[at + 1]!, line[at + 2]!, line[at + 3]!];
    const middle = [(x + nextX) / 2, (y + nextY) / 2] as const;
    if (isSeen(...middle)) middles.push([...middle, Math.hypot(nextX - x, nextY - y)]);
  }
  let left = middles.reduce((sum, [, , length]) => sum + length, 0) / 2;
  const found = middles.find(([, , length]) => (left -= length) <= 0);
  return found === undefined ? undefined : [found[0], found[1]];
}

/** The middle of the widest piece of a row through the middle of what is seen of a ring: it lies within the ring. */
function middleOfRing(ring: Float64Array, width: number, height: number): Place | undefined {
  let [top, bottom] = [height, 0];
  for (let at = 1; at < ring.length; at += 2) {
    [top, bottom] = [Math.min(top, Math.max(0, ring[at]!)), Math.max(bottom, Math.min(height, ring[at]!))];
  }
  const y = (top + bottom) / 2;
  const crossings: number[] = [];
  let before = ring.length - 2;
  for (let at = 0; at < ring.length; at += 2) {
    const [y0, y1] = [ring[before + 1]!, ring[at + 1]!];
    if (y0 <= y !== y1 <= y) crossings.push(ring[before]! + ((y - y0) / (y1 - y0)) * (ring[at]! - ring[before]!));
    before = at;
  }
  const seen = crossings.sort((a, b) => a - b).map((x) => Math.max(0, Math.min(width, x)));
  let [widest, place]: [number, Place | undefined] = [0, undefined];
  for (let at = 0; at + 1 < seen.length; at += 2) {
    const side = seen[at + 1]! - seen[at]!;
    if (side > widest) [widest, place] = [side, [(seen[at]! + seen[at + 1]!) / 2, y]];
  }
  return place;
}
