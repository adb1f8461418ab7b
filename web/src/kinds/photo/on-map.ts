import { IconPhoto } from '@tabler/icons-react';
import { placesKind } from '../places-on-map.ts';
import { i18n } from '../../languages/i18n.ts';

/** All photos and panoramas that say where they were taken. */
export const photoOnMap = placesKind({
  name: 'photo',
  key: '/photos',
  title: i18n.t('Photos'),
  // Photo and panorama, by entry type.
  types: [3, 13],
  group: 'photos',
  Icon: IconPhoto,
  colour: '#7c3aed',
});
