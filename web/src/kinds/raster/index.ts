import { IconMap } from '@tabler/icons-react';
import { soon } from '../../parts/soon.tsx';
import type { Kind, ShownResultProps } from '../kind.ts';

export const rasterKind: Kind = {
  name: 'raster',
  types: [{ type: 4, title: 'Raster', Icon: IconMap }],
  viewer: () => ({ opens: 'map' }),
  hasThumbnail: () => true,
  isDrawnOn: true,
  details: async () => (await import('./details.ts')).rasterDetails,
  results: {
    tools: ['align-raster', 'merge-multispectral'],
    View: soon<ShownResultProps>(async () => (await import('./raster-result.tsx')).RasterResult),
  },
};
