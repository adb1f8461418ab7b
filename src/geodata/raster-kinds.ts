/** The kinds of raster file a caller may name, each with the only drivers of GDAL that may open it. */
export const RASTER_DRIVERS = {
  tiff: ['GTiff'],
  jpeg2000: ['JP2OpenJPEG'],
  png: ['PNG'],
  jpeg: ['JPEG'],
  'ascii-grid': ['AAIGrid'],
  imagine: ['HFA'],
} as const;

/** First bytes, in Latin-1, of the kinds that are told by them alone. */
export const RASTER_BEGINNINGS = {
  jpeg2000: ['\0\0\0\x0cjP  \r\n\x87\n', '\xff\x4f\xff\x51'],
  png: ['\x89PNG\r\n\x1a\n'],
  jpeg: ['\xff\xd8\xff'],
  imagine: ['EHFA_HEADER_TAG'],
} as const;

export type RasterKind = keyof typeof RASTER_DRIVERS;
