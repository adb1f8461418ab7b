/** The output `3dtiles` of models. Plain data, which programs load as well. */
export const TILES_KIND = '3dtiles';

export const TILESET = {
  path: 'tileset.json',
  mediaType: 'application/json+3dtiles',
  title: '3D Tiles',
  roles: ['data'],
  required: true,
  shown: true,
} as const;

/** Folder of what tiles draw. */
export const CONTENTS = 'tiles';

export const TILES = {
  path: `${CONTENTS}/**`,
  mediaType: 'model/gltf-binary',
  title: 'Tiles',
  roles: [],
  required: true,
  shown: false,
} as const;
