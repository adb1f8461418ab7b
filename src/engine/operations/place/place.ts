import { boxAround, cornersOf, type Box3, type Vector3 } from './box.ts';
import { fromLocal, toGeodetic, type Geodetic } from './geodesy.ts';

/** Where something lies on Earth: its outline seen from above at its lowest height, closed, and its middle. */
export interface SpatialPlace {
  readonly ring: readonly Geodetic[];
  readonly centre: Geodetic;
}

/** A tangent plane leaves the Earth by 800 m at 100 km: what is larger is no local model but has other coordinates. */
const MAX_LOCAL_METRES = 100_000;

/** The place of four corners given around, at heights from `low` to `high`; longitudes stay beside the first one's. */
export function placeOfCorners(
  corners: readonly (readonly [number, number])[],
  [low, high]: readonly [number, number],
): SpatialPlace | null {
  const [first] = corners;
  if (first === undefined) return null;
  const beside = corners.map(([longitude, latitude]): Geodetic => {
    // 1e-9 degrees: the rounded other edge of a world map stays where it is.
    const away = longitude - first[0];
    return [Math.abs(away) <= 180 + 1e-9 ? longitude : longitude - 360 * Math.round(away / 360), latitude, low];
  });
  const box = boxAround(beside);
  if (box === null || ![low, high].every(Number.isFinite)) return null;
  const centre: Geodetic = [(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2, (low + high) / 2];
  const start = beside[0];
  return start === undefined ? null : { ring: [...beside, start], centre };
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
