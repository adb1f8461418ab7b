import type { GeoGeometry } from '../../../geodata/geometry.ts';
import type { GeoPackage, GeoValue } from '../geopackage.ts';
import { LINE, POINT, POLYGON } from '../tiles/shape.ts';
import type { DrawingBudget } from './drawing-budget.ts';
import type { MapSource } from './draw-task.ts';
import type { MapProjection } from './map-projection.ts';
import { positionsOf } from './feature-pieces.ts';
import { createPixelPlaces } from './pixel-places.ts';
import { pixelShapes, type PixelShape } from './pixel-shape.ts';

/** Which features are asked for: those at the middle of a small picture. */
export interface NearbyTask {
  readonly projection: MapProjection;
  readonly source: MapSource;
  /** Pixels that a feature may be away, which is half a side of the picture. */
  readonly tolerance: number;
  readonly limit: number;
}

export interface NearbyFeature {
  readonly fid: number;
  readonly properties: Readonly<Record<string, GeoValue>>;
  /** Degrees; null for one of too many positions to be told. Texts that are too long are cut. */
  readonly geometry: GeoGeometry | null;
}

/** Positions of all geometries that are told, some 400 kB, and letters of a text: who wants more asks WFS. */
const MOST_POSITIONS = 10_000;
const MOST_LETTERS = 10_000;

/** Features that are no further away than the tolerance, by their ids. */
export function nearbyFeatures(
  { projection, source, tolerance, limit }: NearbyTask,
  geoPackage: GeoPackage,
  budget: DrawingBudget,
): readonly NearbyFeature[] {
  const side = 2 * tolerance;
  const places = createPixelPlaces(projection, side, side);
  const found: NearbyFeature[] = [];
  let left = MOST_POSITIONS;
  for (const { bounds, shift } of source.views) {
    for (const { fid, geometry, properties } of geoPackage.features(source.table, { bounds })) {
      if (geometry === null) continue;
      const positions = positionsOf(geometry);
      budget.spend(positions);
      const shapes = pixelShapes(geometry, places, shift);
      if (!shapes.some((shape) => isNear(shape, tolerance))) continue;
      const isTold = positions <= left;
      if (isTold) left -= positions;
      found.push({ fid, properties: shortened(properties), geometry: isTold ? geometry : null });
      if (found.length >= limit) return found;
    }
  }
  return found;
}

function shortened(properties: NearbyFeature['properties']): NearbyFeature['properties'] {
  const short = (value: GeoValue): GeoValue =>
    typeof value === 'string' && value.length > MOST_LETTERS ? `${value.slice(0, MOST_LETTERS)}…` : value;
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, short(value)]));
}

/** Whether a shape is at, or around, the middle of the picture. */
function isNear({ kind, parts }: PixelShape, tolerance: number): boolean {
  if (kind === POINT)
    return parts.some((part) => {
      for (let at = 0; at < part.length; at += 2)
        if (Math.hypot(part[at]! - tolerance, part[at + 1]! - tolerance) <= tolerance) return true;
      return false;
    });
  let isAround = false;
  for (const part of parts) {
    const last = kind === LINE ? part.length - 2 : part.length;
    for (let at = 0; at < last; at += 2) {
      const next = (at + 2) % part.length;
      const [x0, y0, x1, y1] = [part[at]!, part[at + 1]!, part[next]!, part[next + 1]!].map(
        (value) => value - tolerance,
      );
      if (distanceOfSegment(x0!, y0!, x1!, y1!) <= tolerance) return true;
      if (kind === POLYGON && y0! <= 0 !== y1! <= 0 && x0! - (y0! / (y1! - y0!)) * (x1! - x0!) > 0)
        isAround = !isAround;
    }
  }
  return isAround;
}

/** Distance of a segment from the origin. */
function distanceOfSegment(x0: number, y0: number, x1: number, y1: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(x0 * dx + y0 * dy) / length));
  return Math.hypot(x0 + share * dx, y0 + share * dy);
}
