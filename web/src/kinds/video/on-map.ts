import { IconVideo } from '@tabler/icons-react';
import { placesKind } from '../places-on-map.ts';

/** All videos that say where they were taken. */
export const videoOnMap = placesKind({
  name: 'video',
  key: '/videos',
  title: 'Videos',
  types: [10],
  group: 'Videos',
  Icon: IconVideo,
  colour: '#be185d',
});
