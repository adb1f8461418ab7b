/** The kinds of raster file a caller may name, each with the only drivers of GDAL that may open it. */
export const RASTER_DRIVERS = {
  tiff: ['GTiff'],
  jpeg2000: ['JP2OpenJPEG'],
  png: ['PNG'],
  jpeg: ['JPEG'],
  'ascii-grid': ['AAIGrid'],
  imagine: ['HFA'],
} as const;

export type RasterKind = keyof typeof RASTER_DRIVERS;
