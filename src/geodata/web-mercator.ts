/** Spherical Web Mercator (EPSG:3857): positions in degrees to metres, and the limits of its square world. */

const EARTH_RADIUS = 6378137;
/** Half the side of the square world, in metres. */
export const HALF_WORLD = Math.PI * EARTH_RADIUS;
/** The latitude at which the world becomes a square. */
export const MAX_LATITUDE = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export const mercatorX = (longitude: number): number => EARTH_RADIUS * radians(longitude);

/** Latitudes beyond the square world are moved to its edge. */
export function mercatorY(latitude: number): number {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  return EARTH_RADIUS * Math.asinh(Math.tan(radians(clamped)));
}
