import type { Position } from './position.ts';

/**
 * Longitudes of a footprint go on beyond ±180 where it crosses the antimeridian; GeoJSON wants it cut there.
 *
 * @param ring closed ring of one area, at most one turn of the Earth wide
 * @returns its parts, each within -180 to 180
 */
export function cutAtAntimeridian(ring: readonly Position[]): readonly (readonly Position[])[] {
  const longitudes = ring.map(([longitude]) => longitude);
  if (Math.max(...longitudes) > 180) return [clip(ring, 180, -1, 0), clip(ring, 180, 1, -360)].filter(hasArea);
  if (Math.min(...longitudes) < -180) return [clip(ring, -180, 1, 0), clip(ring, -180, -1, 360)].filter(hasArea);
  return [ring];
}

/** A longitude within -180 to 180. */
export function wrapLongitude(longitude: number): number {
  return longitude < -180 || longitude > 180 ? ((((longitude + 180) % 360) + 360) % 360) - 180 : longitude;
}

/** The part of a ring on one side of a meridian (1: east, -1: west of it), moved by `shift` degrees. */
function clip(ring: readonly Position[], meridian: number, side: 1 | -1, shift: number): Position[] {
  const isInside = ([longitude]: Position): boolean => (longitude - meridian) * side >= 0;
  const kept: Position[] = [];
  for (const [index, from] of ring.slice(0, -1).entries()) {
    const to = ring[index + 1]!;
    if (isInside(from)) kept.push(from);
    if (isInside(from) !== isInside(to)) kept.push(crossing(from, to, meridian));
  }
  const moved = kept.map(([longitude, ...rest]): Position => [longitude + shift, ...rest]);
  return moved.length === 0 ? [] : [...moved, moved[0]!];
}

function crossing(from: Position, to: Position, meridian: number): Position {
  const share = (meridian - from[0]) / (to[0] - from[0]);
  const between = (low: number, high: number): number => low + (high - low) * share;
  const height = from[2] === undefined || to[2] === undefined ? [] : [between(from[2], to[2])];
  return [meridian, between(from[1], to[1]), ...height] as unknown as Position;
}

/** A ring that only touches the meridian leaves a line on its other side. */
function hasArea(ring: readonly Position[]): boolean {
  return new Set(ring.map(([longitude]) => longitude)).size > 1;
}
