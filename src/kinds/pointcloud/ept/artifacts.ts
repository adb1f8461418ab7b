/** The view `ept`. Its file of this name is what programs open; that of an uploaded tile has the same name. */
export const EPT_NAME = 'ept.json';

/** Without a place where bytes of other kinds begin: a LAZ file as such. */
export const LAZ_TYPE = 'application/vnd.laszip';

export const EPT = {
  path: EPT_NAME,
  mediaType: 'application/json',
  title: 'Entwine Point Tile (EPT)',
  roles: ['data'],
  required: true,
  shown: true,
} as const;

export const EPT_PARTS = [
  {
    path: 'ept-hierarchy/**',
    mediaType: 'application/json',
    title: 'Hierarchy',
    roles: [],
    required: false,
    shown: false,
  },
  { path: 'ept-data/**', mediaType: LAZ_TYPE, title: 'Tiles', roles: [], required: false, shown: false },
] as const;

/** Whether a file of the dataset is a tile of an EPT by its path, and so a part of another cloud. */
export const isEptTile = (path: string): boolean => /(?:^|\/)ept-data\/[^/]+$/.test(path);
