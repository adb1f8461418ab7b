import { createRequire } from 'node:module';
import type * as Gdal from 'gdal-async';
import { OperationRefusal } from '../operation-refusal.ts';
import { checkTiff } from '../tiff/index.ts';

/** GDAL's library. Loaded in a child only: never import this file from the server's own process. */
export const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

/** The kinds of raster file a caller may name, each with the only drivers that may open it and its header check. */
const RASTER_KINDS = {
  tiff: { drivers: ['GTiff'], check: checkTiff },
} as const;

export type RasterKind = keyof typeof RASTER_KINDS;

/**
 * Metadata by which a file names others: overviews, and the coordinates of its pixels. GDAL opens what they name with any
 * driver it has, the blob of somebody else included. No file that is complete in itself has them.
 */
const POINTING_DOMAINS = ['OVERVIEWS', 'GEOLOCATION'];

/**
 * Opens a raster for reading with the drivers of its kind alone. Throws OperationRefusal when its header is not sound, or
 * when it names other files.
 */
export function openRaster(path: string, kind: RasterKind): Gdal.Dataset {
  const { drivers, check } = RASTER_KINDS[kind];
  const complaint = check(path);
  if (complaint !== null) throw new OperationRefusal(complaint);
  const dataset = gdal.open(path, 'r', [...drivers]);
  // Asked of GDAL, which reads the metadata of the file itself, before anything that would follow them.
  if (POINTING_DOMAINS.every((domain) => Object.keys(dataset.getMetadata(domain) as object).length === 0))
    return dataset;
  dataset.close();
  throw new OperationRefusal('Its metadata names other files, which are not read.');
}

/** GDAL makes a mask for every band, all valid when nothing else is known. */
export function maskOf(band: Gdal.RasterBand): Gdal.RasterBand {
  const mask = band.getMaskBand();
  if (mask === null) throw new Error('The validity of the pixels could not be read.');
  return mask;
}
