import { IconVideo } from '@tabler/icons-react';
import { browserViewer } from '../browser-viewer.ts';
import type { Kind } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

export const videoKind: Kind = {
  name: 'video',
  types: [
    { type: 9, title: i18n.t('Video'), Icon: IconVideo },
    { type: 10, title: i18n.t('Geotagged video'), Icon: IconVideo },
  ],
  viewer: browserViewer,
  hasThumbnail: () => true,
  details: async () => (await import('./details.ts')).videoDetails,
};
