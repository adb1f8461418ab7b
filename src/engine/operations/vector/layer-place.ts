import type * as Gdal from 'gdal-async';
import { gdal } from '../geo-driver.ts';

/** West, south, east, north, or the same in the units of a CRS. */
export type Extent = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Looks along each side of an extent: edges bend on their way to longitude and latitude. */
const INTERVALS = 32;
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

/**
 * An extent in longitude and latitude. Without a CRS it is taken for that already, as long as it can be.
 * Null for what has no place on Earth.
 */
export function placeExtent(extent: Extent, crs: Gdal.SpatialReference | null): Extent | null {
  if (crs === null) return isOnEarth(extent) ? extent : null;
  if (crs.isLocal()) return null;
  const toDegrees = new gdal.CoordinateTransformation(crs, gdal.SpatialReference.fromEPSG(4326));
  const [minX, minY, maxX, maxY] = extent;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i <= INTERVALS; i += 1) {
    const [x, y] = [minX + ((maxX - minX) * i) / INTERVALS, minY + ((maxY - minY) * i) / INTERVALS];
    for (const [sideX, sideY] of [
      [x, minY],
      [x, maxY],
      [minX, y],
      [maxX, y],
    ] as const) {
      const position = transformed(toDegrees, sideX, sideY);
      if (position === null) continue;
      [west, east] = [Math.min(west, position.x), Math.max(east, position.x)];
      [south, north] = [Math.min(south, position.y), Math.max(north, position.y)];
    }
  }
  const placed = [west, south, east, north] as const;
  return isOnEarth(placed) ? clamped(placed) : null;
}

function transformed(transformation: Gdal.CoordinateTransformation, x: number, y: number) {
  try {
    const position = transformation.transformPoint(x, y);
    return Number.isFinite(position.x) && Number.isFinite(position.y) ? position : null;
  } catch {
    return null; // PROJ's answer for a position without an image
  }
}

/** Rounding may put the edge of a world map a little beyond. */
const SLACK = 1e-6;

const isOnEarth = ([west, south, east, north]: Extent): boolean =>
  west <= east && west >= -180 - SLACK && east <= 180 + SLACK && south >= -90 - SLACK && north <= 90 + SLACK;

const clamped = ([west, south, east, north]: Extent): Extent => [
  Math.max(west, -180),
  Math.max(south, -90),
  Math.min(east, 180),
  Math.min(north, 90),
];

/** The extent around all of them; null for none. */
export function unionOf(extents: readonly Extent[]): Extent | null {
  if (extents.length === 0) return null;
  const column = (index: 0 | 1 | 2 | 3): number[] => extents.map((extent) => extent[index]);
  return [Math.min(...column(0)), Math.min(...column(1)), Math.max(...column(2)), Math.max(...column(3))];
}
