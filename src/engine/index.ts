export type { PoolLoad } from './child-pool.ts';
export { type CallOptions, type Engine, type EngineOptions, createEngine } from './engine.ts';
export { isDiskFull } from './disk-full.ts';
export { EngineError, type EngineErrorCode } from './engine-error.ts';
export { exitCodeOf } from './machine-fault.ts';
export type { OperationInput, OperationName, OperationOutput } from './operation.ts';
export type { CoverageStep } from './operations/raster-coverage.ts';
export type { PictureBand } from './operations/coverage-picture.ts';
export type { CrsFacts } from './operations/crs/crs-facts.ts';
export { HALF_WORLD, MAX_LATITUDE, mercatorX, mercatorY } from './operations/web-mercator.ts';
export type { ImageFacts } from './operations/image-facts.ts';
export type { Thumbnail, ThumbnailRequest } from './operations/image-thumbnail.ts';
export type { MaterialLibraryFacts, MeshFacts, MeshFormat, MeshPlacement } from './operations/mesh/index.ts';
export { referenceList } from './operations/mesh/reference-list.ts';
export type { SpatialPlace } from './operations/place/place.ts';
export type { ExifValue } from './operations/photo/exif-fields.ts';
export type { PhotoFacts } from './operations/photo/photo-facts.ts';
export type { MercatorExtent, Placement, Position } from './operations/placement.ts';
export type { PointCloudFacts, PointCloudFormat } from './operations/pointcloud/index.ts';
export type { RasterExtent } from './operations/raster-extent.ts';
export type {
  BandMeasure,
  Nodata,
  RasterBandFacts,
  RasterFacts,
  RasterPlace,
  RasterSource,
} from './operations/raster-facts.ts';
export { RASTER_BEGINNINGS, RASTER_DRIVERS, type RasterKind } from './operations/raster-kinds.ts';
export type { BandStatistics, RasterStatistics } from './operations/raster-statistics.ts';
export type { PixelValues, RasterValuesRequest } from './operations/raster-values.ts';
export type { SplatFacts, SplatFormat } from './operations/splat/index.ts';
export type { Tiles3DFacts } from './operations/tiles3d/index.ts';
export { csvLayout } from './operations/vector/csv-columns.ts';
export { FILE_STEM } from './operations/vector/file-stem.ts';
export type { VectorFormat } from './operations/vector/open-vector.ts';
export type { VectorFacts, VectorLayerFacts } from './operations/vector/vector-facts.ts';
export type { VideoContainer } from './operations/video/video-facts.ts';
export type { VideoFacts } from './operations/video/video-header.ts';
export type { ProgramName } from './programs/names.ts';
export type { ChangeAnswer, ChangeRequest } from './processing/change/request.ts';
export type { ContourAnswer, ContourRequest } from './processing/contours/request.ts';
export type { ProfileAnswer, ProfileRequest, ProfileSample } from './processing/profile/request.ts';
export type { ReliefRequest } from './processing/hillshade/request.ts';
export type { AlignAnswer, AlignRequest } from './processing/raster-align/request.ts';
export type { AreaSource, AreaVolume, VolumeAnswer, VolumeRequest } from './processing/volume/request.ts';
export type { RenderAnswer, RenderRequest, Rendering } from './processing/raster-render/request.ts';
export { REFUSED } from './processing/refused.ts';
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
