import { IconBadge3d } from '@tabler/icons-react';
import type { Kind } from '../kind.ts';

const VIEWER = { opens: 'scene', load: async () => (await import('./scene-kind.ts')).tiles3dScene } as const;

export const tiles3dKind: Kind = {
  name: 'tiles3d',
  types: [{ type: 16, title: '3D Tiles', Icon: IconBadge3d }],
  viewer: () => VIEWER,
  details: async () => (await import('./details.ts')).tiles3dDetails,
};
