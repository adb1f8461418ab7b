/** The output `vec`: one GeoPackage. Plain data, which programs load as well. */
export const GEOPACKAGE_FOLDER = 'vec';

export const GEOPACKAGE = {
  path: 'source.gpkg',
  mediaType: 'application/geopackage+sqlite3',
  title: 'GeoPackage',
  roles: [],
  required: true,
  shown: true,
  serves: 'layer',
} as const;
