import { IconMap } from '@tabler/icons-react';
import { soon } from '../../parts/soon.tsx';
import type { Kind, ShownResultProps } from '../kind.ts';
import { groupOf } from './raster-group.ts';
import { i18n } from '../../languages/i18n.ts';

export const rasterKind: Kind = {
  name: 'raster',
  types: [{ type: 4, title: i18n.t('Raster'), Icon: IconMap }],
  viewer: () => ({ opens: 'map' }),
  inScene: (entry) => async () => (await import('./scene-kind.ts')).rasterScene(entry),
  isGround: (entry) => groupOf(entry) === 'elevation',
  hasThumbnail: () => true,
  isDrawnOn: true,
  details: async () => (await import('./details.ts')).rasterDetails,
  results: {
    tools: ['align-raster', 'merge-multispectral', 'raster-zones'],
    View: soon<ShownResultProps>(async () => (await import('./raster-result.tsx')).RasterResult),
  },
};
