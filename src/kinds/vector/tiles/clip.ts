import type { Box } from './grid.ts';
import { areaOf, boxOf, LINE, POINT, type Parts, POLYGON } from './shape.ts';
import { STRIDE } from './simplify.ts';

/** One side of a box: what lies beyond it goes. */
interface Side {
  /** 0 for x, 1 for y. */
  readonly axis: 0 | 1;
  readonly limit: number;
  /** 1 keeps what is greater, -1 what is smaller. */
  readonly sign: 1 | -1;
}

/** Share of a box's square below which an area is rounding: a hundred-thousandth of a tile's unit. */
const NOTHING = 1e-12;

/** What of a shape lies in a box; itself when all does, null when nothing does. */
export function clipShape<S extends Parts>(shape: S, box: Box): S | null {
  if (shape.minX > box.maxX || shape.maxX < box.minX || shape.minY > box.maxY || shape.maxY < box.minY) return null;
  const sides: Side[] = [];
  if (shape.minX < box.minX) sides.push({ axis: 0, limit: box.minX, sign: 1 });
  if (shape.maxX > box.maxX) sides.push({ axis: 0, limit: box.maxX, sign: -1 });
  if (shape.minY < box.minY) sides.push({ axis: 1, limit: box.minY, sign: 1 });
  if (shape.maxY > box.maxY) sides.push({ axis: 1, limit: box.maxY, sign: -1 });
  if (sides.length === 0) return shape;
  const clipped = shape.kind === POLYGON ? clipPolygon(shape, sides) : { parts: clipParts(shape, sides), outer: [] };
  if (clipped.parts.length === 0) return null;
  // A ring that goes around a corner of the box leaves a line along its sides.
  const least = (box.maxX - box.minX) ** 2 * NOTHING;
  if (shape.kind === POLYGON && areaOf(clipped.parts, clipped.outer) <= least) return null;
  return { ...shape, ...clipped, ...boxOf(clipped.parts) };
}

function clipPolygon({ parts, outer }: Parts, sides: readonly Side[]): Pick<Parts, 'parts' | 'outer'> {
  const rings: Float64Array[] = [];
  const areOuter: boolean[] = [];
  let isOutside = false;
  for (const [index, part] of parts.entries()) {
    const isOuter = outer[index] ?? false;
    if (!isOuter && isOutside) continue; // holes go with what they are in
    const ring = sides.reduce(clipRing, part);
    const isGone = ring.length < 3 * STRIDE;
    if (isOuter) isOutside = isGone;
    if (isGone) continue;
    rings.push(ring);
    areOuter.push(isOuter);
  }
  return { parts: rings, outer: areOuter };
}

function clipParts({ kind, parts }: Parts, sides: readonly Side[]): Float64Array[] {
  const clip = kind === LINE ? clipLine : clipPoints;
  return sides
    .reduce<readonly Float64Array[]>((left, side) => left.flatMap((part) => clip(part, side)), parts)
    .filter((part) => part.length >= (kind === POINT ? 1 : 2) * STRIDE);
}

/** Positions under way; grows, and is used again for the next part. */
let scratch = new Float64Array(STRIDE * 4096);
let length = 0;

function keep(x: number, y: number, weight: number): void {
  if (length + STRIDE > scratch.length) {
    const larger = new Float64Array(2 * scratch.length);
    larger.set(scratch);
    scratch = larger;
  }
  scratch[length] = x;
  scratch[length + 1] = y;
  scratch[length + 2] = weight;
  length += STRIDE;
}

function take(): Float64Array {
  const taken = scratch.slice(0, length);
  length = 0;
  return taken;
}

/** Where the segment from one position to another crosses a side. It always stays: the border of a tile is no place to simplify. */
function keepCrossing(part: Float64Array, from: number, to: number, { axis, limit }: Side): void {
  const other = 1 - axis;
  const share = (limit - part[from + axis]!) / (part[to + axis]! - part[from + axis]!);
  const across = part[from + other]! + share * (part[to + other]! - part[from + other]!);
  if (axis === 0) keep(limit, across, Infinity);
  else keep(across, limit, Infinity);
}

function clipRing(ring: Float64Array, side: Side): Float64Array {
  const isInside = (at: number): boolean => side.sign * (ring[at + side.axis]! - side.limit) >= 0;
  length = 0;
  if (ring.length === 0) return ring;
  let before = ring.length - STRIDE;
  let wasInside = isInside(before);
  for (let at = 0; at < ring.length; at += STRIDE) {
    const inside = isInside(at);
    if (inside !== wasInside) keepCrossing(ring, before, at, side);
    if (inside) keep(ring[at]!, ring[at + 1]!, ring[at + 2]!);
    before = at;
    wasInside = inside;
  }
  return take();
}

function clipLine(line: Float64Array, side: Side): Float64Array[] {
  const isInside = (at: number): boolean => side.sign * (line[at + side.axis]! - side.limit) >= 0;
  const pieces: Float64Array[] = [];
  length = 0;
  let wasInside = false;
  for (let at = 0; at < line.length; at += STRIDE) {
    const inside = isInside(at);
    if (at > 0 && inside !== wasInside) keepCrossing(line, at - STRIDE, at, side);
    if (inside) keep(line[at]!, line[at + 1]!, line[at + 2]!);
    else if (length > 0) pieces.push(take());
    wasInside = inside;
  }
  if (length > 0) pieces.push(take());
  return pieces;
}

function clipPoints(points: Float64Array, { axis, limit, sign }: Side): Float64Array[] {
  length = 0;
  for (let at = 0; at < points.length; at += STRIDE) {
    if (sign * (points[at + axis]! - limit) >= 0) keep(points[at]!, points[at + 1]!, points[at + 2]!);
  }
  return [take()];
}
