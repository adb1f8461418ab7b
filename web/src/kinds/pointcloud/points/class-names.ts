import { i18n } from '../../../languages/i18n.ts';

// Made from src/kinds/pointcloud/records/class-names.ts, by `npm run docs`.

/** Names of the classes of LAS 1.4 R15. */
export const CLASS_NAMES: readonly string[] = [
  i18n.t('Never classified'),
  i18n.t('Unclassified'),
  i18n.t('Ground'),
  i18n.t('Low vegetation'),
  i18n.t('Medium vegetation'),
  i18n.t('High vegetation'),
  i18n.t('Building'),
  i18n.t('Low point (noise)'),
  i18n.t('Model key point'),
  i18n.t('Water'),
  i18n.t('Rail'),
  i18n.t('Road surface'),
  i18n.t('Overlap'),
  i18n.t('Wire guard (shield)'),
  i18n.t('Wire conductor (phase)'),
  i18n.t('Transmission tower'),
  i18n.t('Wire connector (insulator)'),
  i18n.t('Bridge deck'),
  i18n.t('High noise'),
  i18n.t('Overhead structure'),
  i18n.t('Ignored ground'),
  i18n.t('Snow'),
  i18n.t('Temporal exclusion'),
];

/** Classes from this number on are defined by the user. */
export const FIRST_USER_CLASS = 64;
