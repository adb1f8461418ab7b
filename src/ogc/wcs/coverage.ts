import { codeOfWkt, type Crs, type Projections } from '../../projections/index.ts';
import type { RasterLayer } from '../layers/layer.ts';
import { failOgc } from '../ogc-error.ts';
import { axesOf, type Axis } from './axes.ts';
import { type Grid, gridOver } from './grid.ts';
import { horizontalWkt } from './horizontal-wkt.ts';

/** A raster as a coverage: what all versions describe and cut. */
export interface Coverage {
  readonly layer: RasterLayer;
  /** The CRS it is described and, unless asked otherwise, given in. */
  readonly crs: Crs;
  /** In the order of the CRS. */
  readonly axes: readonly [Axis, Axis];
  readonly grid: Grid;
  /** Whether the grid is that of the stored pixels; else they are placed on it by a warp. */
  readonly isStored: boolean;
  readonly bands: readonly CoverageBand[];
}

export interface CoverageBand {
  /** `b1`, `b2` ... */
  readonly name: string;
  /** GDAL's name. */
  readonly type: string;
  /** Red, Green ...; undefined where the file does not say. */
  readonly description: string | undefined;
  readonly nodata: number | string | null;
}

/** The CRS of rasters that are placed by control points, or in a CRS without a code. */
const FALLBACK_CRS = 'EPSG:4326';

/** @throws NoApplicableCode where a raster lies nowhere, which no built one does */
export async function coverageOf(
  layer: RasterLayer,
  projections: Projections,
  signal?: AbortSignal,
): Promise<Coverage> {
  const code = layer.geotransform === null ? undefined : codeOfWkt(horizontalWkt(layer.projection ?? ''));
  const own = code === undefined ? undefined : await projections.find(code, signal);
  const crs = own ?? (await projections.find(FALLBACK_CRS, signal));
  if (crs === undefined) throw new Error('PROJ does not know EPSG:4326.');
  const { width, height, geotransform } = layer;
  const isStored = own !== undefined && geotransform !== null;
  return {
    layer,
    crs,
    isStored,
    axes: axesOf(crs),
    bands: bandsOf(layer),
    grid: isStored ? { geotransform, width, height } : gridOfPlace(layer),
  };
}

function bandsOf({ bands, nodata }: RasterLayer): readonly CoverageBand[] {
  return bands.map(({ type, colorInterp }, index) => ({
    name: `b${index + 1}`,
    type,
    description: colorInterp === 'Undefined' ? undefined : colorInterp,
    nodata: nodata[index] ?? null,
  }));
}

/** Square pixels over the place in degrees, as many along its diagonal as the raster has: GDAL does the same. */
function gridOfPlace({ bounds, width, height, name }: RasterLayer): Grid {
  if (bounds === null) throw failOgc('NoApplicableCode', `The place of ${name} is not known.`);
  const [west, south, east, north] = bounds;
  const pixel = Math.hypot(east - west, north - south) / Math.hypot(width, height);
  const count = (length: number): number => Math.max(1, Math.round(length / pixel));
  return gridOver(bounds, count(east - west), count(north - south));
}
