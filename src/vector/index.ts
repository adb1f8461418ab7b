export { boundsOfGeometry, type GeoBounds, type GeoGeometry, type GeoPosition } from './geometry.ts';
export { readGeometry } from './geopackage-geometry.ts';
export {
  type FeatureQuery,
  type GeoPackage,
  type GeoPackageColumn,
  type GeoPackageFeature,
  type GeoPackageLayer,
  type GeoValue,
  openGeoPackage,
} from './geopackage.ts';
export { vectorRoutes } from './routes.ts';
export { createVectorTiles, type BuiltFiles, type VectorTiles } from './service.ts';
export { openTileArchive, type TileArchive } from './tiles/archive.ts';
