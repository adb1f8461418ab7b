import { existsSync } from 'node:fs';
import { RASTER_DRIVERS, type RasterKind } from './raster-kinds.ts';

/**
 * Where GDAL looks for the mask of a raster. Blobs have none beside them: a raster that has one was given a name in a folder of
 * its own, with nothing else in it (`raster-file.ts`).
 */
export const maskPath = (path: string): string => `${path}.msk`;

export const hasMaskBeside = (path: string): boolean => existsSync(maskPath(path));

/** By which GDAL looks for files beside the one it opens; otherwise it does not, see `engine/environment.ts`. */
export const LOOK_BESIDE = ['GDAL_DISABLE_READDIR_ON_OPEN', 'FALSE'] as const;

/** Arguments of GDAL's programs for opening a raster: the drivers of its kind alone, and the mask beside it. */
export const inputOptions = (kind: RasterKind | 'view', path: string): readonly string[] => [
  ...(kind === 'view' ? ['VRT'] : RASTER_DRIVERS[kind]).flatMap((driver) => ['-if', driver]),
  ...(hasMaskBeside(path) ? ['--config', ...LOOK_BESIDE] : []),
];
