/** Extensions that promise a picture or a raster: a file that has one and is none gets a word about it. */
export const PICTURE_EXTENSIONS = [
  'tif',
  'tiff',
  'jpg',
  'jpeg',
  'png',
  'gif',
  'webp',
  'dng',
  'heic',
  'heif',
  'avif',
  'jp2',
] as const;
