/** Every tileset begins with the file of this name; in archives it must be so. */
export const TILESET_NAME = 'tileset.json';

/** The output `3dtiles` of tilesets of others: what they consist of, under the names that they have in their folder or archive. */
export const TILESET = {
  path: TILESET_NAME,
  mediaType: 'application/json+3dtiles',
  title: '3D Tiles',
  roles: ['data'],
  required: true,
  shown: true,
} as const;

export const TILES = {
  path: '**',
  mediaType: 'application/octet-stream',
  title: 'Tiles',
  roles: [],
  required: false,
  shown: false,
} as const;
