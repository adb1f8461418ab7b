import { type GeometryOf, type GeoPositions, visitParts } from '../../../geodata/geometry.ts';
import { worldX, worldY, type Box } from './grid.ts';
import { STRIDE, weigh } from './simplify.ts';

export const POINT = 1;
export const LINE = 2;
export const POLYGON = 3;
export type ShapeKind = typeof POINT | typeof LINE | typeof POLYGON;

/** What a tile says of a feature beside its geometry. */
export interface TileFeature {
  readonly fid: number;
  /** Position of its layer in the source. */
  readonly layer: number;
  /** For each column of its layer, the value's number in the pool; -1 for none. */
  readonly values: Int32Array;
  /** 0 to below 1, the same in every tile: what decides about features that are shown in part only. */
  readonly chance: number;
}

/** Geometries of one kind in any plane, with the box around them. */
export interface Parts extends Box {
  readonly kind: ShapeKind;
  /** Lines, or rings without their last position, which is the first; all points are one part. */
  readonly parts: readonly Float64Array[];
  /** For each part of a polygon, whether it is an outer ring, which begins a polygon. */
  readonly outer: readonly boolean[];
}

/** A geometry of one kind in worlds, of which a tile's feature is made. */
export interface Shape extends Parts {
  readonly feature: TileFeature;
  /** Longer side and area of the whole geometry, before any clipping. */
  readonly side: number;
  readonly area: number;
}

/** Degrees beyond which a coordinate means nothing: ten times around the world. */
const FARTHEST = 3600;

/**
 * The shapes of a geometry: one, or one for each kind in a collection. Positions that are no numbers are left out, and parts
 * that have too few left.
 *
 * @param shift worlds to the east
 * @param least squared distance in worlds below which a position never matters
 */
export function shapesOf(
  geometry: GeometryOf<GeoPositions>,
  feature: TileFeature,
  shift: number,
  least: number,
): Shape[] {
  const drafts = new Map<ShapeKind, Draft>();
  const draft = (kind: ShapeKind): Draft => {
    const found = drafts.get(kind) ?? { parts: [], outer: [] };
    drafts.set(kind, found);
    return found;
  };
  const addPoints = (positions: GeoPositions): void => {
    const part = flatten(positions, shift);
    if (part.length > 0) draft(POINT).parts.push(part);
  };
  const addLine = (positions: GeoPositions): void => {
    const part = flatten(positions, shift);
    if (part.length < 2 * STRIDE) return;
    weigh(part, false, least);
    draft(LINE).parts.push(part);
  };
  const addPolygon = (rings: readonly GeoPositions[]): void => {
    for (const [index, ring] of rings.entries()) {
      const part = openRing(flatten(ring, shift));
      // Without its outer ring a polygon is nothing.
      if (part.length < 3 * STRIDE && index === 0) return;
      if (part.length < 3 * STRIDE) continue;
      weigh(part, true, least);
      draft(POLYGON).parts.push(part);
      draft(POLYGON).outer.push(index === 0);
    }
  };
  visitParts(geometry, { points: addPoints, line: addLine, polygon: addPolygon });
  return [...drafts].map(([kind, { parts, outer }]) => {
    const box = boxOf(parts);
    const side = Math.max(box.maxX - box.minX, box.maxY - box.minY);
    const area = kind === POLYGON ? areaOf(parts, outer) : 0;
    return { feature, kind, parts, outer, side, area, ...box };
  });
}

interface Draft {
  readonly parts: Float64Array[];
  readonly outer: boolean[];
}

function flatten(positions: GeoPositions, shift: number): Float64Array {
  const part = new Float64Array(positions.length * STRIDE);
  let length = 0;
  for (const [longitude = NaN, latitude = NaN] of positions) {
    if (!(Math.abs(longitude) <= FARTHEST && Math.abs(latitude) <= FARTHEST)) continue;
    part[length] = worldX(longitude) + shift;
    part[length + 1] = worldY(latitude);
    length += STRIDE;
  }
  return length === part.length ? part : part.slice(0, length);
}

function openRing(ring: Float64Array): Float64Array {
  const last = ring.length - STRIDE;
  return last > 0 && ring[0] === ring[last] && ring[1] === ring[last + 1] ? ring.subarray(0, last) : ring;
}

export function boxOf(parts: readonly Float64Array[]): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of parts) {
    for (let at = 0; at < part.length; at += STRIDE) {
      const [x, y] = [part[at]!, part[at + 1]!];
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  return { minX, minY, maxX, maxY };
}

/** Area of polygons, whichever way their rings turn. */
export function areaOf(parts: readonly Float64Array[], outer: readonly boolean[]): number {
  return parts.reduce((sum, ring, index) => sum + (outer[index] ? 1 : -1) * Math.abs(ringArea(ring)), 0);
}

/** Exactly 0 where all lies on a line along an axis: clipping leaves such rings. */
function ringArea(ring: Float64Array): number {
  const [x0, y0] = [ring[0]!, ring[1]!];
  let sum = 0;
  for (let at = STRIDE; at + STRIDE < ring.length; at += STRIDE) {
    sum += (ring[at]! - x0) * (ring[at + 4]! - y0) - (ring[at + 3]! - x0) * (ring[at + 1]! - y0);
  }
  return sum / 2;
}
