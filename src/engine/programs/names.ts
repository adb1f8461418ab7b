/** The programs the engine may start, by name only, each with the Debian package that brings it. */
export const PROGRAM_PACKAGES = {
  gdalwarp: 'gdal-bin',
  gdal_translate: 'gdal-bin',
  gdaladdo: 'gdal-bin',
  gdalbuildvrt: 'gdal-bin',
  ogr2ogr: 'gdal-bin',
  ffmpeg: 'ffmpeg',
  pdftoppm: 'poppler-utils',
} as const;

export type ProgramName = keyof typeof PROGRAM_PACKAGES;

/**
 * The programs that `gdal-utility.ts` can stand in for with the library alone. Their arguments end with the source file
 * and the destination file, in this order.
 */
export const STAND_IN_NAMES: readonly ProgramName[] = ['gdalwarp', 'gdal_translate', 'ogr2ogr'];
