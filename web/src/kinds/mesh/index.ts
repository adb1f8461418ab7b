import { IconCube } from '@tabler/icons-react';
import { soon } from '../../parts/soon.tsx';
import type { Kind, ShownResultProps } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

const VIEWER = { opens: 'scene', load: async () => (await import('./scene-kind.ts')).meshScene } as const;

export const meshKind: Kind = {
  name: 'mesh',
  types: [{ type: 11, title: i18n.t('3D model'), Icon: IconCube }],
  viewer: () => VIEWER,
  hasThumbnail: () => true,
  details: async () => (await import('./details.ts')).meshDetails,
  results: {
    tools: ['mesh-export', 'mesh-section', 'mesh-volume'],
    View: soon<ShownResultProps>(async () => (await import('./results/mesh-result.tsx')).MeshResult),
  },
};
