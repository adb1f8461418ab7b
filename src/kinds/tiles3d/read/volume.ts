import { finiteNumbers, type JsonObject } from '../../../geodata/bounded-json.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { toEarthCentred, toGeodetic } from '../../../geodata/place/geodesy.ts';
import { placeOfCorners, placeOfEarthCentred, type SpatialPlace } from '../../../geodata/place/place.ts';
import { apply, type Matrix4 } from '../../../geodata/place/transform.ts';

const DEGREES = 180 / Math.PI;
/** A volume that reaches farther, in metres, is larger than what a map shows as a place; so is one of a globe. */
const MAX_RADIUS = 1_000_000;

/** Where a bounding volume lies; null when it is one of local coordinates, or not sound. */
export function placeOfVolume(volume: JsonObject, transform: Matrix4): SpatialPlace | null {
  const region = finiteNumbers(volume['region'], 6);
  if (region !== null) return placeOfRegion(region);
  const box = finiteNumbers(volume['box'], 12);
  if (box !== null) return placeOfBox(box, transform);
  const sphere = finiteNumbers(volume['sphere'], 4);
  return sphere === null ? null : placeOfSphere(sphere, transform);
}

/** West, south, east, north in radians, lowest and highest height; a transform does not move it. */
function placeOfRegion(region: readonly number[]): SpatialPlace | null {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = region.slice(0, 4).map((value) => value * DEGREES);
  const [low = NaN, high = NaN] = region.slice(4);
  const sound = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90;
  if (!sound || south > north || low > high) return null;
  // It goes east from `west`, across the antimeridian when that is less far.
  const end = east < west ? east + 360 : east;
  const corners = [
    [west, south],
    [end, south],
    [end, north],
    [west, north],
  ] as const;
  return placeOfCorners(corners, [low, high]);
}

/** A centre and three half axes. */
function placeOfBox(box: readonly number[], transform: Matrix4): SpatialPlace | null {
  const vector = (at: number): Vector3 => [box[at] ?? NaN, box[at + 1] ?? NaN, box[at + 2] ?? NaN];
  const centre = apply(transform, vector(0));
  const axes = [3, 6, 9].map((at) => apply(transform, vector(at), 0));
  if (axes.some((axis) => Math.hypot(...axis) > MAX_RADIUS)) return null;
  const signs = [-1, 1];
  const corners = signs.flatMap((a) =>
    signs.flatMap((b) =>
      signs.map((c): Vector3 => {
        const along = (k: number): number =>
          (centre[k] ?? NaN) + a * (axes[0]?.[k] ?? 0) + b * (axes[1]?.[k] ?? 0) + c * (axes[2]?.[k] ?? 0);
        return [along(0), along(1), along(2)];
      }),
    ),
  );
  return placeOfEarthCentred(corners);
}

/** A centre and a radius, which grows by the largest scale of the transform. */
function placeOfSphere(
  [x = NaN, y = NaN, z = NaN, radius = NaN]: readonly number[],
  transform: Matrix4,
): SpatialPlace | null {
  const axes: readonly Vector3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const scale = Math.max(...axes.map((axis) => Math.hypot(...apply(transform, axis, 0))));
  const reach = radius * scale;
  const centre = toGeodetic(apply(transform, [x, y, z]));
  if (centre === null || !(reach >= 0 && reach <= MAX_RADIUS)) return null;
  const [longitude, latitude, height] = centre;
  // How far one degree is, along the meridian and across it, at this height.
  const distance = (other: readonly [number, number, number]): number => {
    const [a, b] = [toEarthCentred(centre), toEarthCentred(other)];
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  };
  const small = 1e-4;
  const north = reach * (small / distance([longitude, latitude + small, height]));
  const east = Math.min(180, reach * (small / Math.max(1e-9, distance([longitude + small, latitude, height]))));
  const [south, top] = [Math.max(-90, latitude - north), Math.min(90, latitude + north)];
  const corners = [
    [longitude - east, south],
    [longitude + east, south],
    [longitude + east, top],
    [longitude - east, top],
  ] as const;
  return placeOfCorners(corners, [height - reach, height + reach]);
}
