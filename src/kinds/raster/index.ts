/**
 * Reading and drawing map tiles and thumbnails from the COGs of our own build. The design: docs/tiles.md.
 */
export { RasterError } from './raster-error.ts';
export type { RasterErrorCode } from './raster-error.ts';
export { type AskedRasters, createAskedRasters } from './analysis/asked-rasters.ts';
export { createRasterAnalysis } from './analysis/raster-analysis.ts';
export { rasterRoutes } from './analysis/routes.ts';
export { createCoverages, type Coverages, type MadeCoverage } from './coverages/coverages.ts';
export type {
  Box,
  CoverageFormat,
  CoverageOrder,
  CoverageSource,
  Extract,
  Interpolation,
  PixelWindow,
} from './coverages/coverage-order.ts';
export { cogForm, type CoveragePlan, creation, planCoverage } from './coverages/coverage-plan.ts';
export { shiftedPlace, shiftedTransform } from './coverages/shifted-place.ts';
export { createRasterTiles, DEFAULT_RASTER_LIMITS } from './service/raster-tiles.ts';
export type { RasterFile, RasterLimits, RasterTiles, ThumbnailRequest, TileRequest } from './service/raster-tiles.ts';
export type { BandColour, BandStats, CogFacts, CogLevel, SampleType } from './cog/cog-facts.ts';
export type { GeographicBounds } from './draw/thumbnail.ts';
export type { TileFormat } from './draw/tile.ts';
export { MAX_ZOOM } from './cog/mercator-grid.ts';
export { explain, rasterFault } from './picture.ts';
export { createLookedTiles, type LookedTiles } from './looks/looked-tiles.ts';
export { mapBytes } from './maps/map-memory.ts';
export { createRasterMaps, type RasterMaps, type RasterOnGrid } from './maps/raster-maps.ts';
export { isElevation, RASTER_STYLES, type RasterStyle, stylesOf } from './maps/raster-style.ts';
export type { DrawnLook, RasterLook } from './maps/raster-look.ts';
export { STYLE_TITLES } from './maps/style-titles.ts';
export { alignedTile } from './maps/aligned-tile.ts';
export { pixelValues } from './maps/pixel-values.ts';
export type { LegendSize } from './maps/draw-legend.ts';
export { rasterFacts } from './read/operations.ts';
export { fileOf, withEntryRaster, pixelsOf } from './with-entry-raster.ts';
