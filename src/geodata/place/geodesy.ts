import type { Vector3 } from './box.ts';

/** Longitude and latitude in degrees, height above the ellipsoid in metres. */
export type Geodetic = readonly [longitude: number, latitude: number, height: number];

/** WGS 84: equatorial radius in metres, flattening. */
const RADIUS = 6_378_137;
const FLATTENING = 1 / 298.257_223_563;
const ECCENTRICITY2 = FLATTENING * (2 - FLATTENING);
const DEGREE = Math.PI / 180;

/** Iterations of the latitude; from the surface to 100 km above it the error falls below a micrometre in four. */
const ITERATIONS = 6;

/** Distances from the centre of the Earth, in metres, between which a survey of its surface lies: 100 km off either way. */
const NEAREST = RADIUS * (1 - FLATTENING) - 100_000;
const FARTHEST = RADIUS + 100_000;

export function toEarthCentred([longitude, latitude, height]: Geodetic): Vector3 {
  const [sin, cos] = [Math.sin(latitude * DEGREE), Math.cos(latitude * DEGREE)];
  const normal = RADIUS / Math.sqrt(1 - ECCENTRICITY2 * sin * sin);
  const across = (normal + height) * cos;
  return [
    across * Math.cos(longitude * DEGREE),
    across * Math.sin(longitude * DEGREE),
    (normal * (1 - ECCENTRICITY2) + height) * sin,
  ];
}

/** Null for a position that is not near the surface of the Earth: local coordinates look like that. */
export function toGeodetic([x, y, z]: Vector3): Geodetic | null {
  const distance = Math.hypot(x, y, z);
  if (!(distance >= NEAREST && distance <= FARTHEST)) return null;
  const across = Math.hypot(x, y);
  let latitude = Math.atan2(z, across * (1 - ECCENTRICITY2));
  for (let i = 0; i < ITERATIONS; i += 1) {
    const sin = Math.sin(latitude);
    const normal = RADIUS / Math.sqrt(1 - ECCENTRICITY2 * sin * sin);
    latitude = Math.atan2(z + ECCENTRICITY2 * normal * sin, across);
  }
  const [sin, cos] = [Math.sin(latitude), Math.cos(latitude)];
  const normal = RADIUS / Math.sqrt(1 - ECCENTRICITY2 * sin * sin);
  // Both forms are exact; near a pole the first divides by nearly nothing.
  const height = Math.abs(cos) > 0.1 ? across / cos - normal : z / sin - normal * (1 - ECCENTRICITY2);
  return [Math.atan2(y, x) / DEGREE, latitude / DEGREE, height];
}

/** East, north and up at an origin, in metres, as an Earth-centred position. */
export function fromLocal(origin: Geodetic, [east, north, up]: Vector3): Vector3 {
  const [longitude, latitude] = [origin[0] * DEGREE, origin[1] * DEGREE];
  const [sinLon, cosLon, sinLat, cosLat] = [
    Math.sin(longitude),
    Math.cos(longitude),
    Math.sin(latitude),
    Math.cos(latitude),
  ];
  const [x, y, z] = toEarthCentred(origin);
  return [
    x - sinLon * east - sinLat * cosLon * north + cosLat * cosLon * up,
    y + cosLon * east - sinLat * sinLon * north + cosLat * sinLon * up,
    z + cosLat * north + sinLat * up,
  ];
}
