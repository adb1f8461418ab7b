export { booleanNames, columnKind, type ColumnKind } from './features/column-kind.ts';
export type { CreateEncoder, Encoder, FeatureEncoding } from './features/feature-encoding.ts';
export type { FeatureQuery, FeatureSelection, SortKey } from './features/feature-query.ts';
export { createFeatures, type FeaturePage, type Features } from './features/features.ts';
export { COMPARISONS, type Comparison, type Filter, type LikeFilter, type Scalar } from './features/filter.ts';
export { SPATIAL_OPERATORS, type SpatialOperator } from '../../geodata/planar/relations.ts';
export { createFeatureFiles, type FeatureFiles, type FilePage, MOST_IN_FILE } from './features/feature-files.ts';
export { MAX_SORT_KEYS } from './features/query-plan.ts';
export { geoJsonEncoding, type GeoJsonOptions } from './features/geojson.ts';
export { mapPositions } from './features/positions.ts';
export { asciiWithout, type TextPiece, textPiece, TextWriter } from './features/text-writer.ts';
export type { GeoBounds, GeoGeometry, GeoLine, GeometryOf, GeoPosition } from '../../geodata/geometry.ts';
export {
  openGeoPackage,
  type GeoPackage,
  type GeoPackageColumn,
  type GeoPackageFeature,
  type GeoPackageLayer,
  type GeoValue,
} from './geopackage.ts';
export { vectorRoutes } from './routes.ts';
export { sendVectorTile } from './routes-tile.ts';
export { createVectorTiles, type VectorTiles } from './service.ts';
export { openTileArchive, type TileArchive } from './tiles/archive.ts';
export { DEFAULT_STYLE, type MapStyle, readMapStyle } from './maps/map-style.ts';
export type { NearbyFeature } from './maps/nearby.ts';
export { createVectorMaps, type VectorMaps } from './maps/vector-maps.ts';
export { drawVectorFile, withVectorSource } from './drawing.ts';
export type { VectorExportAnswer, VectorExportRequest } from './export/request.ts';
export { exportProgram } from './export/tool.ts';
