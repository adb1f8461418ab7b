import { IconMap } from '@tabler/icons-react';
import { lazy } from 'react';
import { soon } from '../../parts/soon.tsx';
import type { Kind, ShownResultProps } from '../kind.ts';

/** MapLibre comes only when a map is really shown. */
const VIEWER = { opens: 'map', View: lazy(() => import('./raster-map.tsx')), showAllLabel: 'Whole raster' } as const;

export const rasterKind: Kind = {
  name: 'raster',
  types: [{ type: 4, title: 'Raster', Icon: IconMap }],
  viewer: () => VIEWER,
  hasThumbnail: () => true,
  isDrawnOn: true,
  details: async () => (await import('./details.ts')).rasterDetails,
  results: {
    tools: ['align-raster', 'merge-multispectral'],
    View: soon<ShownResultProps>(async () => (await import('./raster-result.tsx')).RasterResult),
  },
};
