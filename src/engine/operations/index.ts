/**
 * Everything a pool child can be asked for. Loaded by the children alone; the server's own process knows the types only.
 * To add one: a file here with a function from plain data to plain data, and a line below.
 */

/** Loads an operation when it is first called: a child that reads photographs never loads GDAL, and starts sooner. */
const lazy =
  <Input, Output>(load: () => Promise<(input: Input) => Output>) =>
  async (input: Input): Promise<Awaited<Output>> =>
    await (
      await load()
    )(input);

export const operations = {
  'coverage-picture': lazy(async () => (await import('./coverage-picture.ts')).coveragePicture),
  'crs-facts': lazy(async () => (await import('./crs/crs-facts.ts')).crsFacts),
  'crs-transform': lazy(async () => (await import('./crs/crs-transform.ts')).crsTransform),
  'image-facts': lazy(async () => (await import('./image-facts.ts')).imageFacts),
  'image-thumbnail': lazy(async () => (await import('./image-thumbnail.ts')).imageThumbnail),
  'mesh-facts': lazy(async () => (await import('./mesh/index.ts')).meshFacts),
  'mesh-materials': lazy(async () => (await import('./mesh/index.ts')).materialLibraryFacts),
  'mesh-placement': lazy(async () => (await import('./mesh/index.ts')).meshPlacement),
  'pointcloud-facts': lazy(async () => (await import('./pointcloud/index.ts')).pointCloudFacts),
  'photo-facts': lazy(async () => (await import('./photo/photo-facts.ts')).photoFacts),
  'raster-coverage': lazy(async () => (await import('./raster-coverage.ts')).rasterCoverage),
  'raster-difference': lazy(async () => (await import('./raster-difference.ts')).rasterDifference),
  'raster-extent': lazy(async () => (await import('./raster-extent.ts')).rasterExtent),
  'raster-facts': lazy(async () => (await import('./raster-facts.ts')).rasterFacts),
  'raster-place': lazy(async () => (await import('./raster-place.ts')).rasterPlace),
  'raster-statistics': lazy(async () => (await import('./raster-statistics.ts')).rasterStatistics),
  'raster-values': lazy(async () => (await import('./raster-values.ts')).rasterValues),
  'splat-facts': lazy(async () => (await import('./splat/index.ts')).splatFacts),
  'tiles3d-facts': lazy(async () => (await import('./tiles3d/index.ts')).tiles3dFacts),
  'vector-drawing': lazy(async () => (await import('./vector/vector-drawing.ts')).vectorDrawing),
  'vector-facts': lazy(async () => (await import('./vector/vector-facts.ts')).vectorFacts),
  'video-facts': lazy(async () => (await import('./video/video-facts.ts')).videoFacts),
};
