import type { RasterKind } from '../../engine/index.ts';
import type { Candidate } from '../candidate.ts';

/** Kinds by the first bytes, which are told from text before them. */
const BEGINNINGS: readonly { readonly kind: RasterKind; readonly bytes: string }[] = [
  { kind: 'jpeg2000', bytes: '\0\0\0\x0cjP  \r\n\x87\n' },
  { kind: 'jpeg2000', bytes: '\xff\x4f\xff\x51' },
  { kind: 'imagine', bytes: 'EHFA_HEADER_TAG' },
];
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
  return BEGINNINGS.find(({ bytes }) => start.startsWith(bytes))?.kind ?? null;
}
