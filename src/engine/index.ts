export type { PoolLoad } from './child-pool.ts';
export { type CallOptions, type Engine, type EngineOptions, createEngine } from './engine.ts';
export { isDiskFull } from './disk-full.ts';
export { EngineError, type EngineErrorCode } from './engine-error.ts';
export { exitCodeOf } from './machine-fault.ts';
export { operation, type Operation } from './operation.ts';
export type { CoverageStep } from './operations/raster-coverage.child.ts';
export type { PictureBand } from './operations/coverage-picture.child.ts';
export type { CrsFacts } from './operations/crs/crs-facts.child.ts';
export { HALF_WORLD, MAX_LATITUDE, mercatorX, mercatorY } from './operations/web-mercator.ts';
export type { ImageFacts } from './operations/image-facts.child.ts';
export type { Thumbnail, ThumbnailRequest } from './operations/image-thumbnail.child.ts';
export type { MaterialLibraryFacts, MeshFacts, MeshFormat, MeshPlacement } from './operations/mesh/mesh-facts.child.ts';
export { referenceList } from './operations/mesh/reference-list.ts';
export type { SpatialPlace } from './operations/place/place.ts';
export type { ExifValue } from './operations/photo/exif-fields.child.ts';
export type { PhotoFacts } from './operations/photo/photo-facts.child.ts';
export type { MercatorExtent, Placement, Position } from './operations/placement.ts';
export type { PointCloudFacts, PointCloudFormat } from './operations/pointcloud/pointcloud-facts.child.ts';
export type { RasterExtent } from './operations/raster-extent.child.ts';
export type {
  BandMeasure,
  Nodata,
  RasterBandFacts,
  RasterFacts,
  RasterPlace,
  RasterSource,
} from './operations/raster-facts.child.ts';
export { RASTER_BEGINNINGS, RASTER_DRIVERS, type RasterKind } from './operations/raster-kinds.ts';
export type { BandStatistics, RasterStatistics } from './operations/raster-statistics.child.ts';
export type { PixelValues, RasterValuesRequest } from './operations/raster-values.child.ts';
export type { SplatFacts, SplatFormat } from './operations/splat/splat-facts.child.ts';
export type { Tiles3DFacts } from './operations/tiles3d/tiles3d-facts.child.ts';
export { csvLayout } from './operations/vector/csv-columns.ts';
export { FILE_STEM } from './operations/vector/file-stem.ts';
export type { VectorFormat } from './operations/vector/open-vector.ts';
export type { VectorFacts, VectorLayerFacts } from './operations/vector/vector-facts.child.ts';
export type { VideoContainer } from './operations/video/video-facts.child.ts';
export type { VideoFacts } from './operations/video/video-header.ts';
export { debianProgram, ownProgram, type Program } from './programs/program.ts';
export { gdalPrograms, type GdalProgram } from './programs/gdal-programs.ts';
export type { ChangeAnswer, ChangeRequest } from './processing/change/request.ts';
export type { ContourAnswer, ContourRequest } from './processing/contours/request.ts';
export type { ProfileAnswer, ProfileRequest, ProfileSample } from './processing/profile/request.ts';
export type { ReliefRequest } from './processing/hillshade/request.ts';
export type { AlignAnswer, AlignRequest } from './processing/raster-align/request.ts';
export type { AreaSource, AreaVolume, VolumeAnswer, VolumeRequest } from './processing/volume/request.ts';
export type { RenderAnswer, RenderRequest, Rendering } from './processing/raster-render/request.ts';
export { REFUSED } from './own-programs/refused.ts';
export type {
  UnpackAnswer as ArchiveAnswer,
  Unpacked as UnpackedArchive,
  UnpackRequest as ArchiveRequest,
} from './processing/unpack/request.ts';
export { documentPage } from './programs/document-page.ts';
export type { RunOptions, RunResult } from './programs/run.ts';
export { videoFrame } from './programs/video-frame.ts';
export type { FootprintsAnswer, FootprintsRequest, PhotoView } from './processing/georeference/request.ts';
export type { VectorExportAnswer, VectorExportRequest } from './processing/vector-export/request.ts';
export { withoutPaths } from './without-paths.ts';
export { crsFacts, crsTransform } from './operations/crs/operations.ts';
export { meshFacts, meshMaterials, meshPlacement } from './operations/mesh/operations.ts';
export { photoFacts } from './operations/photo/operations.ts';
export { imageFacts, imageThumbnail } from './operations/picture-operations.ts';
export { pointCloudFacts } from './operations/pointcloud/operations.ts';
export {
  coveragePicture,
  rasterCoverage,
  rasterDifference,
  rasterExtent,
  rasterFacts,
  rasterPlace,
  rasterStatistics,
  rasterValues,
} from './operations/raster-operations.ts';
export { splatFacts } from './operations/splat/operations.ts';
export { tiles3dFacts } from './operations/tiles3d/operations.ts';
export { vectorDrawing, vectorFacts } from './operations/vector/operations.ts';
export { videoFacts } from './operations/video/operations.ts';
