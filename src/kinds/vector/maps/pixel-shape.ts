import { type GeometryOf, type GeoPosition, visitParts } from '../../../geodata/geometry.ts';
import { clipShape } from '../tiles/clip.ts';
import { boxOf, LINE, type Parts, POINT, POLYGON, type ShapeKind } from '../tiles/shape.ts';
import { STRIDE } from '../tiles/simplify.ts';
import type { PixelPlaces } from './pixel-places.ts';

/** A geometry of one kind in pixels of a picture. */
export interface PixelShape {
  readonly kind: ShapeKind;
  /** x and y in turn; rings without their last position, which is the first; all points are one part. */
  readonly parts: readonly Float64Array[];
}

/** Degrees beyond which a coordinate means nothing: ten times around the world. */
const FARTHEST = 3600;
/** Pieces that one straight line is cut into where the picture bends it: its whole width once. */
const MOST_PIECES = 1024;

/**
 * What of a geometry lies in a picture or its margin: one shape for each kind that it has.
 *
 * @param shift degrees to the east, for a picture beyond the antimeridian
 */
export function pixelShapes(
  geometry: GeometryOf<readonly GeoPosition[]>,
  places: PixelPlaces,
  shift: number,
): readonly PixelShape[] {
  return planeParts(geometry, places, shift).flatMap((parts) => shapeInPixels(parts, places) ?? []);
}

/** What of a shape in the plane of a picture lies in it or its margin; null when nothing does. */
export function shapeInPixels(shape: Parts, places: PixelPlaces): PixelShape | null {
  const clipped = clipShape(shape, places.frame);
  if (clipped === null) return null;
  const parts = clipped.parts.flatMap((part) => partInPixels(part, clipped.kind, places));
  return parts.length === 0 ? null : { kind: clipped.kind, parts };
}

function planeParts(
  geometry: GeometryOf<readonly GeoPosition[]>,
  places: PixelPlaces,
  shift: number,
): readonly Parts[] {
  const drafts = new Map<ShapeKind, { readonly parts: Float64Array[]; readonly outer: boolean[] }>();
  const add = (kind: ShapeKind, part: Float64Array, isOuter: boolean): void => {
    if (!drafts.has(kind)) drafts.set(kind, { parts: [], outer: [] });
    drafts.get(kind)!.parts.push(part);
    drafts.get(kind)!.outer.push(isOuter);
  };
  const flat = (positions: readonly GeoPosition[]): Float64Array => flatten(positions, places, shift);
  visitParts(geometry, {
    points: (positions) => add(POINT, flat(positions), false),
    line: (positions) => add(LINE, flat(positions), false),
    polygon: (rings) => rings.forEach((ring, index) => add(POLYGON, openRing(flat(ring)), index === 0)),
  });
  return [...drafts].map(([kind, draft]) => ({ kind, ...draft, ...boxOf(draft.parts) }));
}

function flatten(positions: readonly GeoPosition[], { toPlane }: PixelPlaces, shift: number): Float64Array {
  const part = new Float64Array(positions.length * STRIDE);
  let length = 0;
  for (const [longitude = NaN, latitude = NaN] of positions) {
    if (!(Math.abs(longitude) <= FARTHEST && Math.abs(latitude) <= FARTHEST)) continue;
    toPlane(longitude + shift, latitude, part, length);
    length += STRIDE;
  }
  return length === part.length ? part : part.slice(0, length);
}

function openRing(ring: Float64Array): Float64Array {
  const last = ring.length - STRIDE;
  return last > 0 && ring[0] === ring[last] && ring[1] === ring[last + 1] ? ring.subarray(0, last) : ring;
}

/** A line is in pieces where it leaves the plane; a ring goes on where it comes back. */
function partInPixels(part: Float64Array, kind: ShapeKind, { toPixels, step }: PixelPlaces): readonly Float64Array[] {
  const pieces: number[][] = [[]];
  const place: [number, number] = [0, 0];
  const keep = (x: number, y: number): void => {
    if (toPixels === undefined) pieces.at(-1)!.push(x, y);
    else if (toPixels(x, y, place)) pieces.at(-1)!.push(place[0], place[1]);
    else if (kind === LINE && pieces.at(-1)!.length > 0) pieces.push([]);
  };
  const isRing = kind === POLYGON;
  for (let at = 0; at < part.length; at += STRIDE) {
    const [x, y] = [part[at]!, part[at + 1]!];
    keep(x, y);
    const next = at + STRIDE < part.length ? at + STRIDE : 0;
    if (kind === POINT || (next === 0 && !isRing)) continue;
    const [toX, toY] = [part[next]! - x, part[next + 1]! - y];
    const count = Math.min(MOST_PIECES, Math.ceil(Math.max(Math.abs(toX) / step[0], Math.abs(toY) / step[1])));
    for (let piece = 1; piece < count; piece += 1) keep(x + (toX * piece) / count, y + (toY * piece) / count);
  }
  const least = 2 * (kind === POINT ? 1 : kind === LINE ? 2 : 3);
  return pieces.filter((piece) => piece.length >= least).map((piece) => Float64Array.from(piece));
}
