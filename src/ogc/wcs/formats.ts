import type { CoverageFormat } from '../../kinds/raster/index.ts';

/** The formats of coverages by media type; the first one is that of absent parameters. */
export const FORMATS: Readonly<Record<string, CoverageFormat>> = {
  'image/tiff': 'tiff',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
};
export const MEDIA_TYPES = Object.keys(FORMATS);
/** WCS 1.0 names formats by words. */
export const SHORT_NAMES: Readonly<Record<string, CoverageFormat>> = { GeoTIFF: 'tiff', PNG: 'png', JPEG: 'jpeg' };

const OTHER_NAMES: Readonly<Record<string, CoverageFormat>> = {
  gtiff: 'tiff',
  tiff: 'tiff',
  tif: 'tiff',
  'image/geotiff': 'tiff',
  geotiff: 'tiff',
  png: 'png',
  jpeg: 'jpeg',
  jpg: 'jpeg',
  'image/jpg': 'jpeg',
};

/** A format by its media type, whose parameters (`image/tiff;subtype="geotiff"`) are left out, or by a word for it. */
export function readFormat(text: string): CoverageFormat | undefined {
  const name = text.replace(/;.*$/s, '').trim().toLowerCase();
  const known = { ...FORMATS, ...OTHER_NAMES };
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

export const mediaTypeOf = (format: CoverageFormat): string => `image/${format}`;
export const extensionOf = (format: CoverageFormat): string => ({ tiff: 'tif', png: 'png', jpeg: 'jpg' })[format];
