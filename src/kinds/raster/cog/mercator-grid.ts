/** The WebMercatorQuad grid: world pixels of zoom z are 256 x 2^z on each side, counted from the north-west corner. */

/** Half the side of the square world in metres of EPSG:3857: pi x 6,378,137. */
export const WORLD_HALF_METRES = Math.PI * 6_378_137;

/** Pixels of a tile's side at scale 1. */
export const TILE_SIDE = 256;

/** The deepest zoom served: a pixel of 0.1 mm at the equator, and 2^30 tiles still fit into 32 bits. */
export const MAX_ZOOM = 30;

/** Where a geographic point lies, as a fraction of the world's side from the west and from the north. */
export interface WorldFraction {
  readonly x: number;
  readonly y: number;
}

/** Pixels along the side of the whole world at a zoom. */
export function worldPixels(zoom: number): number {
  return TILE_SIDE * 2 ** zoom;
}

/** Longitude and latitude in degrees (WGS84) to a fraction of the world; latitudes beyond the square are clamped. */
export function toWorldFraction(longitude: number, latitude: number): WorldFraction {
  const sine = Math.sin((Math.max(-90, Math.min(90, latitude)) * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { x: longitude / 360 + 0.5, y: Math.max(0, Math.min(1, y)) };
}
