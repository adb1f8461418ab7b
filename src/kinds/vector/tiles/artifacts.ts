/** The output `mvt`: an archive of vector tiles, and what it says of itself. Plain data, which programs load as well. */
export const TILES_FOLDER = 'mvt';

export const TILE_JSON = {
  path: 'metadata.json',
  mediaType: 'application/json',
  title: 'TileJSON',
  roles: [],
  required: true,
  shown: false,
} as const;

export const TILES = {
  path: 'tiles.mbtiles',
  mediaType: 'application/vnd.sqlite3',
  title: 'Vector tiles',
  roles: [],
  required: true,
  shown: false,
  serves: 'tiles',
} as const;
