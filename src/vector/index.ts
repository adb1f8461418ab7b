export { openGeoPackage, type GeoPackage, type GeoPackageFeature } from './geopackage.ts';
export { vectorRoutes } from './routes.ts';
export { createVectorTiles } from './service.ts';
export { openTileArchive, type TileArchive } from './tiles/archive.ts';
