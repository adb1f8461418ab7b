/**
 * Reading and drawing map tiles and thumbnails from the COGs of our own build. The design: docs/tiles.md.
 */
export { RasterError } from './raster-error.ts';
export type { RasterErrorCode } from './raster-error.ts';
export { createRasterTiles, DEFAULT_RASTER_LIMITS } from './service/raster-tiles.ts';
export type { RasterFile, RasterLimits, RasterTiles, ThumbnailRequest, TileRequest } from './service/raster-tiles.ts';
export type { BandColour, BandStats, CogFacts, CogLevel, SampleType } from './cog/cog-facts.ts';
export type { EncodedImage, ImageFormat } from './draw/encode.ts';
export type { GeographicBounds } from './draw/thumbnail.ts';
export { THUMBNAIL_SIDES } from './draw/thumbnail.ts';
export type { TileFormat } from './draw/tile.ts';
export { MAX_ZOOM } from './cog/mercator-grid.ts';
export { createPictures } from './pictures.ts';
export type { Pictures } from './pictures.ts';
export { openThumbnailCache } from './thumbnails/thumbnail-cache.ts';
export { rasterRoutes } from './routes.ts';
