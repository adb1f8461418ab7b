import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import type { Extent } from './extent-place.ts';

/** Features for which the extent a GeoPackage declares is looked up in the features: some 0.1 s. */
const MAX_WALKED = 10_000;

/** The extent of a layer in its own CRS; null for one without finite positions. */
export function extentOf(layer: Gdal.Layer, featureCount: number, driver: string): Extent | null {
  // What a GeoPackage declares is often the extent of its CRS, or what its features had before some were deleted.
  const envelope = driver === 'GPKG' && featureCount <= MAX_WALKED ? walkedEnvelope(layer) : declaredEnvelope(layer);
  if (envelope === null) return null;
  const { minX, minY, maxX, maxY } = envelope;
  const extent = [minX, minY, maxX, maxY] as const;
  return extent.every(Number.isFinite) && minX <= maxX && minY <= maxY ? extent : null;
}

function declaredEnvelope(layer: Gdal.Layer): Gdal.Envelope | null {
  try {
    return layer.getExtent(true);
  } catch {
    return null; // GDAL's answer for a layer without geometries
  }
}

function walkedEnvelope(layer: Gdal.Layer): Gdal.Envelope | null {
  const around = new gdal.Envelope({ minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity });
  layer.features.forEach((feature) => {
    const geometry = geometryOf(feature);
    if (geometry !== null && !geometry.isEmpty()) around.merge(geometry.getEnvelope());
  });
  return around;
}

function geometryOf(feature: Gdal.Feature): Gdal.Geometry | null {
  try {
    return feature.getGeometry();
  } catch {
    return null; // gdal-async has no objects for surfaces with curves
  }
}

/** A CRS as it is called: `EPSG:4326` where it has a code, else its name. */
export function crsName(crs: Gdal.SpatialReference | null): string | null {
  if (crs === null) return null;
  const [authority, code] = [crs.getAuthorityName(null), crs.getAuthorityCode(null)];
  if (authority && code) return `${authority}:${code}`;
  return crs.getAttrValue('PROJCS') ?? crs.getAttrValue('GEOGCS') ?? crs.getAttrValue('LOCAL_CS') ?? null;
}
