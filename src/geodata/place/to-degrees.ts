import type * as Gdal from 'gdal-async';
import { gdal } from '../geo-driver.child.ts';

/** A survey has one CRS, a dataset some. */
const MAX_KEPT = 16;

/** By WKT, the one used last at the end. */
const kept = new Map<string, Gdal.CoordinateTransformation>();

/**
 * From a CRS to longitude and latitude in WGS 84. Kept for the next file of the same CRS: making one takes 50 to 150 ms when
 * PROJ has many ways between the two datums to weigh. Throws when there is no way at all.
 */
export function toDegrees(crs: Gdal.SpatialReference): Gdal.CoordinateTransformation {
  const wkt = crs.toWKT();
  const found = kept.get(wkt) ?? new gdal.CoordinateTransformation(crs, gdal.SpatialReference.fromEPSG(4326));
  kept.delete(wkt);
  kept.set(wkt, found);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return found;
}
