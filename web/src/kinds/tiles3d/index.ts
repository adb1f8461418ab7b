import { IconBadge3d } from '@tabler/icons-react';
import type { Kind } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

const VIEWER = { opens: 'scene', load: async () => (await import('./scene-kind.ts')).tiles3dScene } as const;

export const tiles3dKind: Kind = {
  name: 'tiles3d',
  types: [{ type: 16, title: i18n.t('3D Tiles'), Icon: IconBadge3d }],
  viewer: () => VIEWER,
  details: async () => (await import('./details.ts')).tiles3dDetails,
};
