import { IconBadge3d } from '@tabler/icons-react';
import type { Kind } from '../kind.ts';

export const tiles3dKind: Kind = {
  name: 'tiles3d',
  types: [{ type: 16, title: '3D Tiles', Icon: IconBadge3d }],
  details: async () => (await import('./details.ts')).tiles3dDetails,
};
