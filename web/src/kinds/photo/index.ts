import { IconPhoto } from '@tabler/icons-react';
import { soon } from '../../parts/soon.tsx';
import { browserViewer } from '../browser-viewer.ts';
import type { EntryLook, Kind, ShownResultProps } from '../kind.ts';

const look = (type: number, title: string): EntryLook => ({ type, title, Icon: IconPhoto });

export const photoKind: Kind = {
  name: 'photo',
  types: [look(3, 'Geotagged photo'), look(6, 'Image'), look(12, 'Panorama'), look(13, 'Geotagged panorama')],
  viewer: browserViewer,
  hasThumbnail: () => true,
  details: async () => (await import('./details.ts')).photoDetails,
  results: {
    tools: ['georeference', 'photogrammetry'],
    View: soon<ShownResultProps>(async () => (await import('./photo-result.tsx')).PhotoResult),
  },
};
