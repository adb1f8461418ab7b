import { IconVideo } from '@tabler/icons-react';
import { browserViewer } from '../browser-viewer.ts';
import type { Kind } from '../kind.ts';

export const videoKind: Kind = {
  name: 'video',
  types: [
    { type: 9, title: 'Video', Icon: IconVideo },
    { type: 10, title: 'Geotagged video', Icon: IconVideo },
  ],
  viewer: browserViewer,
  hasThumbnail: () => true,
  details: async () => (await import('./details.ts')).videoDetails,
};
