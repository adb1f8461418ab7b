import { debianProgram } from '../engine/index.ts';

const PACKAGE = 'gdal-bin';
const withStandIn = { standIn: import.meta.resolve('./gdal-utility/program.ts') };

/** GDAL's command-line programs by the names that plans give them. Their arguments end with the source and the destination. */
export const gdalPrograms = {
  gdalwarp: debianProgram('gdalwarp', PACKAGE, withStandIn),
  gdal_translate: debianProgram('gdal_translate', PACKAGE, withStandIn),
} as const;

export type GdalProgram = keyof typeof gdalPrograms;
