import { i18n } from '../languages/i18n.ts';

/** Groups of the layers, as the map and the scene list them, from the top down. */
export const LAYER_GROUPS = [
  'photos',
  'videos',
  'measurements',
  'vectors',
  'point-clouds',
  'models',
  'splats',
  'multispectral',
  'orthophotos',
  'elevation',
] as const;
export type LayerGroup = (typeof LAYER_GROUPS)[number];

export const GROUP_TITLES: Readonly<Record<LayerGroup, string>> = {
  photos: i18n.t('Photos'),
  videos: i18n.t('Videos'),
  measurements: i18n.t('Measurements'),
  vectors: i18n.t('Vectors'),
  'point-clouds': i18n.t('Point clouds'),
  models: i18n.t('Models'),
  splats: i18n.t('Splats'),
  multispectral: i18n.t('Multispectral'),
  orthophotos: i18n.t('Orthophotos'),
  elevation: i18n.t('Elevation'),
};
