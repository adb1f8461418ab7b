/** The programs the engine may start, by name only, each with the Debian package that brings it. */
export const PROGRAM_PACKAGES = {
  gdalwarp: 'gdal-bin',
  gdal_translate: 'gdal-bin',
  gdaladdo: 'gdal-bin',
  gdalbuildvrt: 'gdal-bin',
  ogr2ogr: 'gdal-bin',
  ffmpeg: 'ffmpeg',
  pdftoppm: 'poppler-utils',
  bzip2: 'bzip2',
  xz: 'xz-utils',
  bsdtar: 'libarchive-tools',
  'vector-to-geopackage': 'nodejs',
  'vector-tiles': 'nodejs',
  'terrain-change': 'nodejs',
  'terrain-contours': 'nodejs',
  'terrain-profile': 'nodejs',
  'terrain-relief': 'nodejs',
  'raster-align': 'nodejs',
  'terrain-volume': 'nodejs',
  'raster-render': 'nodejs',
  'photo-footprints': 'nodejs',
  unpack: 'nodejs',
  'vector-export': 'nodejs',
} as const;

export type ProgramName = keyof typeof PROGRAM_PACKAGES;

/** Programs of our own, run by the Node.js that runs the service: what takes long, and what strangers' bytes could break. */
export const OWN_PROGRAMS: Partial<Record<ProgramName, URL>> = {
  'vector-to-geopackage': new URL('../operations/vector/translation/translate.ts', import.meta.url),
  'vector-tiles': new URL('../../vector/tiles/program.ts', import.meta.url),
  'terrain-change': new URL('../processing/change/program.ts', import.meta.url),
  'terrain-contours': new URL('../processing/contours/program.ts', import.meta.url),
  'terrain-profile': new URL('../processing/profile/program.ts', import.meta.url),
  'terrain-relief': new URL('../processing/hillshade/program.ts', import.meta.url),
  'raster-align': new URL('../processing/raster-align/program.ts', import.meta.url),
  'terrain-volume': new URL('../processing/volume/program.ts', import.meta.url),
  'raster-render': new URL('../processing/raster-render/program.ts', import.meta.url),
  'photo-footprints': new URL('../processing/georeference/program.ts', import.meta.url),
  unpack: new URL('../processing/unpack/program.ts', import.meta.url),
  'vector-export': new URL('../processing/vector-export/program.ts', import.meta.url),
};

/**
 * The programs that `gdal-utility.ts` can stand in for with the library alone. Their arguments end with the source file
 * and the destination file, in this order.
 */
export const STAND_IN_NAMES: readonly ProgramName[] = ['gdalwarp', 'gdal_translate', 'ogr2ogr'];
