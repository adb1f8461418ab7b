/** The programs the engine may start, by name only, each with the Debian package that brings it. */
export const PROGRAM_PACKAGES = {
  gdalwarp: 'gdal-bin',
  gdal_translate: 'gdal-bin',
  gdaladdo: 'gdal-bin',
  gdalbuildvrt: 'gdal-bin',
  ogr2ogr: 'gdal-bin',
  ffmpeg: 'ffmpeg',
  pdftoppm: 'poppler-utils',
  'vector-to-geopackage': 'nodejs',
  'vector-tiles': 'nodejs',
} as const;

export type ProgramName = keyof typeof PROGRAM_PACKAGES;

/** Programs of our own, run by the Node.js that runs the service: what takes long, and what strangers' bytes could break. */
export const OWN_PROGRAMS: Partial<Record<ProgramName, URL>> = {
  'vector-to-geopackage': new URL('../operations/vector/translation/translate.ts', import.meta.url),
  'vector-tiles': new URL('../../vector/tiles/program.ts', import.meta.url),
};

/**
 * The programs that `gdal-utility.ts` can stand in for with the library alone. Their arguments end with the source file
 * and the destination file, in this order.
 */
export const STAND_IN_NAMES: readonly ProgramName[] = ['gdalwarp', 'gdal_translate', 'ogr2ogr'];
