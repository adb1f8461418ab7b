import type { RasterStyle } from './raster-style.ts';

/** What styles are called. */
export const STYLE_TITLES: Readonly<Record<RasterStyle, string>> = {
  default: 'Default',
  NDVI: 'Vegetation health (NDVI)',
  NDRE: 'Crop stress (NDRE)',
  NDWI: 'Water bodies (NDWI)',
  SAVI: 'Sparse vegetation (SAVI)',
  EVI: 'Dense canopies (EVI)',
  hillshade: 'Shaded relief',
  elevation: 'Heights in colours',
};
