import { boxAround, cornersOf, type Box3, type Vector3 } from './box.ts';
import { fromLocal, toGeodetic, type Geodetic } from './geodesy.ts';

/** Where something lies on Earth: its outline seen from above at its lowest height, closed, and its middle. */
export interface SpatialPlace {
  readonly ring: readonly Geodetic[];
  readonly centre: Geodetic;
}

/** A tangent plane leaves the Earth by 800 m at 100 km: what is larger is no local model but has other coordinates. */
const MAX_LOCAL_METRES = 100_000;

type Corner = readonly [longitude: number, latitude: number];

/** The place of four corners given around, at heights from `low` to `high`. Longitudes of the ring may go on beyond 180. */
export function placeOfCorners(
  corners: readonly Corner[],
  [low, high]: readonly [number, number],
): SpatialPlace | null {
  const ring = corners.map(([longitude, latitude]): Geodetic => [longitude, latitude, low]);
  const [box, start] = [boxAround(ring), ring[0]];
  if (box === null || start === undefined || ![low, high].every(Number.isFinite)) return null;
  // Half of a sum may be rounded to beyond the antimeridian.
  const middle = Math.max(-180, Math.min(180, besideLongitude(0, (box.min[0] + box.max[0]) / 2)));
  return { ring: [...ring, start], centre: [middle, (box.min[1] + box.max[1]) / 2, (low + high) / 2] };
}

/**
 * The place of four corners whose longitudes were found one by one, each within -180 and 180: those of the ring stay beside
 * the first one's. Round a pole it is all that lies nearer to the pole than the farthest corner.
 */
export function placeOfScatteredCorners(
  corners: readonly Corner[],
  heights: readonly [number, number],
): SpatialPlace | null {
  const [first] = corners;
  if (first === undefined) return null;
  if (!isRoundPole(corners)) {
    const beside = corners.map(([longitude, latitude]) => [besideLongitude(first[0], longitude), latitude] as const);
    return placeOfCorners(beside, heights);
  }
  const pole = first[1] < 0 ? -90 : 90;
  const edge = Math.sign(pole) * Math.min(...corners.map(([, latitude]) => Math.abs(latitude)));
  const cap = [-180, 180, 180, -180].map((longitude, index) => [longitude, index < 2 ? edge : pole] as const);
  const place = placeOfCorners(cap, heights);
  return place === null ? null : { ...place, centre: [0, pole, place.centre[2]] };
}

/** A longitude within half a turn of another one. 1e-9 degrees: a rounded half turn stays what it is. */
function besideLongitude(reference: number, longitude: number): number {
  const away = longitude - reference;
  return Math.abs(away) <= 180 + 1e-9 ? longitude : longitude - 360 * Math.round(away / 360);
}

/** Whether the longitudes of the corners go once around the Earth. */
function isRoundPole(corners: readonly Corner[]): boolean {
  const turns = corners.map(([from], index) => {
    const to = corners[(index + 1) % corners.length]?.[0] ?? from;
    return besideLongitude(from, to) - from;
  });
  return Math.abs(turns.reduce((sum, one) => sum + one, 0)) > 180;
}

/** The place of the upright rectangle around Earth-centred positions; null when one is not near the surface. */
export function placeOfEarthCentred(positions: readonly Vector3[]): SpatialPlace | null {
  const all = positions.map(toGeodetic);
  const geodetic = all.filter((position) => position !== null);
  const [first] = geodetic;
  if (first === undefined || geodetic.length < all.length) return null;
  const beside = geodetic.map(([longitude, latitude, height]): Vector3 => [
    longitude - 360 * Math.round((longitude - first[0]) / 360),
    latitude,
    height,
  ]);
  const box = boxAround(beside);
  if (box === null) return null;
  const around = cornersOf(box)
    .slice(0, 4)
    .map(([longitude, latitude]) => [longitude, latitude] as const);
  return placeOfCorners(around, [box.min[2], box.max[2]]);
}

/** The place of a box in metres east, north and up of an origin; null when it reaches too far to be local. */
export function placeOfLocalBox(origin: Geodetic, box: Box3): SpatialPlace | null {
  const corners = cornersOf(box);
  if (corners.some((corner) => Math.hypot(...corner) > MAX_LOCAL_METRES)) return null;
  return placeOfEarthCentred(corners.map((corner) => fromLocal(origin, corner)));
}
