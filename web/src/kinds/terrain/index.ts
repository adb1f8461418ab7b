import { soon } from '../../parts/soon.tsx';
import type { Kind, ShownResultProps } from '../kind.ts';

/** Tools on elevation models. The models themselves are rasters. */
export const terrainKind: Kind = {
  name: 'terrain',
  types: [],
  results: {
    tools: ['change', 'contours', 'hillshade', 'profile', 'volume'],
    View: soon<ShownResultProps>(async () => (await import('./terrain-result.tsx')).TerrainResult),
  },
};
