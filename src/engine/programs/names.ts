/** The programs the engine may start: GDAL's own, by name only. */
export const PROGRAM_NAMES = ['gdalwarp', 'gdal_translate', 'gdaladdo', 'gdalbuildvrt', 'ogr2ogr'] as const;

export type ProgramName = (typeof PROGRAM_NAMES)[number];

/**
 * The programs that `gdal-utility.ts` can stand in for with the library alone. Their arguments end with the source file
 * and the destination file, in this order.
 */
export const STAND_IN_NAMES: readonly ProgramName[] = ['gdalwarp', 'gdal_translate', 'ogr2ogr'];
