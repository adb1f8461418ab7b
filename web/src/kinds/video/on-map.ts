import { IconVideo } from '@tabler/icons-react';
import { lazy } from 'react';
import type { MapKind } from '../map-kind.ts';
import { placesKind } from '../places-on-map.ts';
import { trackContent } from './track-content.ts';
import { i18n } from '../../languages/i18n.ts';

const COLOUR = '#be185d';

const places = placesKind({
  name: 'video',
  key: '/videos',
  title: i18n.t('Videos'),
  types: [10],
  group: 'videos',
  Icon: IconVideo,
  colour: COLOUR,
});

/** All videos that say where they were taken, with their tracks. */
export const videoOnMap: MapKind = {
  ...places,
  content: (drawn) => {
    const [above, below] = [places.content(drawn), trackContent(drawn, COLOUR)];
    return { sources: { ...below.sources, ...above.sources }, layers: [...below.layers, ...above.layers] };
  },
  Picked: lazy(async () => ({ default: (await import('./video-picked.tsx')).VideoPicked })),
};
