import { dirname } from 'node:path';
import type * as Gdal from 'gdal-async';
import { checkTiff } from './tiff/index.ts';
import { checkAsciiGrid, checkBeginning } from './raster-beginning.ts';
import { gdal } from './gdal-library.child.ts';
import { keepParts } from './kept-parts.child.ts';
import { hasMaskBeside, LOOK_BESIDE, maskPath } from './raster-input.ts';
import { RASTER_DRIVERS, type RasterKind } from './raster-kinds.ts';
import { OperationRefusal } from '../engine/for-children.ts';

export { gdal };
keepParts(gdal);

/** A look at a file of each kind before a library is trusted with it. */
const CHECKS: Readonly<Record<RasterKind, (path: string) => string | null>> = {
  tiff: checkTiff,
  jpeg2000: checkBeginning('jpeg2000'),
  png: checkBeginning('png'),
  jpeg: checkBeginning('jpeg'),
  'ascii-grid': checkAsciiGrid,
  imagine: checkBeginning('imagine'),
};

/**
 * Metadata by which a file names others: overviews, and the coordinates of its pixels. GDAL opens what they name with any
 * driver it has, the blob of somebody else included. No file that is complete in itself has them.
 */
const POINTING_DOMAINS = ['OVERVIEWS', 'GEOLOCATION'];
/** What a TIFF may declare (`header-check.ts`), for the kinds whose declarations only a library reads. */
const MAX_SIDE = 2 ** 24;
const MAX_BANDS = 1024;

/**
 * Opens a raster for reading with the drivers of its kind alone, and with the mask beside it. Throws OperationRefusal when its
 * header is not sound, or when it names other files.
 */
export function openRaster(path: string, kind: RasterKind): Gdal.Dataset {
  const complaint = CHECKS[kind](path);
  if (complaint !== null) throw new OperationRefusal(complaint);
  const dataset = hasMaskBeside(path) ? openMasked(path, kind) : gdal.open(path, 'r', [...RASTER_DRIVERS[kind]]);
  const problem = declarationProblem(dataset, dirname(path));
  if (problem === null) return dataset;
  dataset.close();
  throw new OperationRefusal(problem);
}

function openMasked(path: string, kind: RasterKind): Gdal.Dataset {
  const complaint = checkTiff(maskPath(path));
  if (complaint !== null) throw new OperationRefusal(`Its mask: ${complaint}`);
  const [key, value] = LOOK_BESIDE;
  const before = gdal.config.get(key);
  gdal.config.set(key, value);
  try {
    const dataset = gdal.open(path, 'r', [...RASTER_DRIVERS[kind]]);
    // GDAL lists the folder when it is asked for a mask first.
    dataset.bands.get(1).getMaskFlags();
    return dataset;
  } finally {
    gdal.config.set(key, before);
  }
}

/** Asked of GDAL, which reads the metadata of the file itself, before anything that would follow them. */
function declarationProblem(dataset: Gdal.Dataset, folder: string): string | null {
  const { x, y } = dataset.rasterSize;
  if (x > MAX_SIDE || y > MAX_SIDE) return `It has more than ${MAX_SIDE} pixels a side.`;
  if (dataset.bands.count() > MAX_BANDS) return `It has more than ${MAX_BANDS} bands.`;
  const pointing = POINTING_DOMAINS.some((domain) => Object.keys(dataset.getMetadata(domain) as object).length > 0);
  // An image of ERDAS names the files of its pixels and overviews: only those that were put beside it are its own.
  const outside = dataset.getFileList().some((file) => dirname(file) !== folder);
  return pointing || outside ? 'Its metadata names other files, which are not read.' : null;
}

/** GDAL's flag for a mask that all bands share. */
const GMF_PER_DATASET = 2;

/** Whether the bands share a mask; that of an alpha band is one, too. */
export const hasSharedMask = (band: Gdal.RasterBand): boolean => (band.getMaskFlags() & GMF_PER_DATASET) !== 0;

/** GDAL makes a mask for every band, all valid when nothing else is known. */
export function maskOf(band: Gdal.RasterBand): Gdal.RasterBand {
  const mask = band.getMaskBand();
  if (mask === null) throw new Error('The validity of the pixels could not be read.');
  return mask;
}
