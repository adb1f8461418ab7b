import { IconPhoto } from '@tabler/icons-react';
import { placesKind } from '../places-on-map.ts';

/** All photos and panoramas that say where they were taken. */
export const photoOnMap = placesKind({
  name: 'photo',
  key: '/photos',
  title: 'Photos',
  // Photo and panorama, by entry type.
  types: [3, 13],
  group: 'Photos',
  Icon: IconPhoto,
  colour: '#7c3aed',
});
