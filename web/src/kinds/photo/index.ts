import { IconPhoto } from '@tabler/icons-react';
import { soon } from '../../parts/soon.tsx';
import { browserViewer } from '../browser-viewer.ts';
import type { EntryLook, Kind, ShownResultProps } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

const look = (type: number, title: string): EntryLook => ({ type, title, Icon: IconPhoto });

export const photoKind: Kind = {
  name: 'photo',
  types: [
    look(3, i18n.t('Geotagged photo')),
    look(6, i18n.t('Image')),
    look(12, i18n.t('Panorama')),
    look(13, i18n.t('Geotagged panorama')),
  ],
  viewer: browserViewer,
  allInScene: {
    key: '/photos',
    title: i18n.t('Photos'),
    // Geotagged photos and panoramas.
    types: [3, 13],
    load: async () => (await import('./scene-kind.ts')).photoScene,
  },
  hasThumbnail: () => true,
  details: async () => (await import('./details.ts')).photoDetails,
  results: {
    tools: ['georeference', 'photogrammetry'],
    View: soon<ShownResultProps>(async () => (await import('./photo-result.tsx')).PhotoResult),
  },
};
