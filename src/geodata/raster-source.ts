import type { RasterKind } from './raster-kinds.ts';

/** What files beside a raster say about its place, where it says nothing itself. */
export interface RasterPlace {
  /** GDAL's six numbers. */
  readonly geotransform: readonly number[] | null;
  /** CRS as WKT, as a stranger wrote it. */
  readonly crs: string | null;
}

/** A raster file for GDAL, with what lies beside it. */
export interface RasterSource {
  readonly path: string;
  readonly kind: RasterKind;
  readonly place?: RasterPlace;
  /** Why the mask that lies beside it is not used, in a whole sentence. */
  readonly maskProblem?: string;
}
