import { IconPolygon } from '@tabler/icons-react';
import type { Kind } from '../kind.ts';

export const vectorKind: Kind = {
  name: 'vector',
  types: [{ type: 14, title: 'Vector', Icon: IconPolygon }],
  hasThumbnail: () => true,
  isDrawnOn: true,
  details: async () => (await import('./details.ts')).vectorDetails,
};
