import type { Entry } from '../api/answers.ts';

/** West, south, east, north in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The finest tiles the service draws. */
const MAX_TILE_ZOOM = 24;

/** The box around the entry's footprint; null when it has none or an impossible one. */
export function footprintBounds(entry: Entry): Bounds | null {
  const points = entry.polygon_geom?.geometry.coordinates.flat() ?? [];
  if (points.length === 0) return null;
  const longitudes = points.map(([longitude = NaN]) => longitude);
  const latitudes = points.map(([, latitude = NaN]) => latitude);
  const bounds: Bounds = [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
  return bounds.every(Number.isFinite) ? bounds : null;
}

/**
 * The tile zoom (256-pixel tiles) at which a tile pixel is as fine as the raster's. More zoom shows no more detail.
 * Without a width in the entry: the finest there is.
 */
export function nativeTileZoom(entry: Entry, [west, , east]: Bounds): number {
  const width = entry.properties?.['width'];
  if (typeof width !== 'number' || width <= 0 || east <= west) return MAX_TILE_ZOOM;
  const degreesPerPixel = (east - west) / width;
  return Math.min(MAX_TILE_ZOOM, Math.max(0, Math.ceil(Math.log2(360 / (256 * degreesPerPixel)))));
}
