import mime from 'mime';

export const COG_TYPE = 'image/tiff; application=geotiff; profile=cloud-optimized';
export const COPC_TYPE = 'application/vnd.laszip+copc';

/** Where the registry of media types has nothing, or less than catalogs use. Longer endings come first. */
const TYPES: readonly (readonly [ending: string, type: string])[] = [
  ['.copc.laz', COPC_TYPE],
  ['.laz', 'application/vnd.laszip'],
  ['.las', 'application/vnd.las'],
  ['.gpkg', 'application/geopackage+sqlite3'],
  ['.fgb', 'application/vnd.flatgeobuf'],
  ['.shp', 'application/vnd.shp'],
  ['.3tz', 'application/vnd.maxar.archive.3tz+zip'],
  ['.geojson', 'application/geo+json'],
];

/** Media type of a file by its name. @param isPlaced whether it is a raster that lies on Earth */
export function mediaType(path: string, isPlaced: boolean): string {
  const name = path.toLowerCase();
  if (isPlaced && /\.tiff?$/.test(name)) return 'image/tiff; application=geotiff';
  const known = TYPES.find(([ending]) => name.endsWith(ending));
  return known?.[1] ?? mime.getType(name) ?? 'application/octet-stream';
}
