import { IconPolygon } from '@tabler/icons-react';
import type { Kind } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

export const vectorKind: Kind = {
  name: 'vector',
  types: [{ type: 14, title: i18n.t('Vector'), Icon: IconPolygon }],
  hasThumbnail: () => true,
  isDrawnOn: true,
  details: async () => (await import('./details.ts')).vectorDetails,
};
