import * as library from 'geographiclib-geodesic';
import type { Position } from './measurement.ts';

const { WGS84 } = library.Geodesic;

/** Metres along geodesics of WGS 84 through the positions. */
export function lengthOf(positions: readonly Position[]): number {
  const line = WGS84.Polygon(true);
  for (const [longitude, latitude] of positions) line.AddPoint(latitude, longitude);
  return line.Compute(false, true).perimeter;
}

export type AreaSize = { readonly area: number; readonly perimeter: number };

/** Square metres and metres of an area whose corners are joined by geodesics; in which direction makes no difference. */
export function areaOf(corners: readonly Position[]): AreaSize {
  const polygon = WGS84.Polygon(false);
  for (const [longitude, latitude] of corners) polygon.AddPoint(latitude, longitude);
  const { area = 0, perimeter } = polygon.Compute(false, true);
  return { area: Math.abs(area), perimeter };
}

/** The place so many metres along a line; its end where the line is shorter. */
export function placeAlong(positions: readonly Position[], metres: number): Position | null {
  let left = Math.max(0, metres);
  for (const [index, to] of positions.entries()) {
    const from = positions[index - 1];
    if (from === undefined) continue;
    const line = WGS84.InverseLine(from[1], from[0], to[1], to[0]);
    if (left <= line.s13) {
      const { lat2 = NaN, lon2 = NaN } = line.Position(left);
      return [unwrapped(lon2, from[0]), lat2];
    }
    left -= line.s13;
  }
  return positions.at(-1) ?? null;
}

/** Longer edges are bent on the map, as the shortest way is. */
const LONG_EDGE = 20_000;
const MOST_PARTS = 64;

/** The positions, with others between those that are far apart, so that a map shows the shortest way. */
export function bent(positions: readonly Position[]): readonly Position[] {
  return positions.flatMap((to, index) => {
    const from = positions[index - 1];
    if (from === undefined) return [to];
    const line = WGS84.InverseLine(from[1], from[0], to[1], to[0]);
    const parts = Math.min(MOST_PARTS, Math.ceil(line.s13 / LONG_EDGE));
    const between = Array.from({ length: Math.max(0, parts - 1) }, (_, part): Position => {
      const { lat2 = NaN, lon2 = NaN } = line.Position((line.s13 * (part + 1)) / parts);
      return [unwrapped(lon2, from[0]), lat2];
    });
    return [...between, to];
  });
}

/** The same meridian, less than half a turn from another one: a line over the 180th stays in one piece. */
export const unwrapped = (longitude: number, near: number): number =>
  longitude + 360 * Math.round((near - longitude) / 360);
