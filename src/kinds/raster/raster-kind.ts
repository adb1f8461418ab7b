import { RASTER_BEGINNINGS, type RasterKind } from '../../geodata/raster-kinds.ts';
import type { Candidate } from '../../inspection/index.ts';

/** Kinds that have no signature among those of all files. */
const BY_BEGINNING = ['jpeg2000', 'imagine'] as const;
const ASCII_GRID = /^\s*ncols\s+\d+\s+nrows\s+\d+\s/i;

/**
 * What kind of raster a file is, by its content. Pictures (PNG, JPEG) are rasters when files beside them tell their place. Raw
 * photographs (DNG and others) are TIFF inside and have no place in a GeoTIFF's sense.
 */
export function rasterKindOf({ signature, extension, head }: Candidate): RasterKind | null {
  if (signature === 'tiff') return extension === 'dng' ? null : 'tiff';
  if (signature === 'png' || signature === 'jpeg') return signature;
  if (signature !== null) return null;
  const start = head.toString('latin1', 0, 256);
  if (ASCII_GRID.test(start)) return 'ascii-grid';
  return BY_BEGINNING.find((kind) => RASTER_BEGINNINGS[kind].some((bytes) => start.startsWith(bytes))) ?? null;
}
