import { IconSparkles } from '@tabler/icons-react';
import { soon } from '../../parts/soon.tsx';
import type { Kind, ShownResultProps } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

const VIEWER = { opens: 'scene', load: async () => (await import('./scene-kind.ts')).splatScene } as const;

export const splatKind: Kind = {
  name: 'splat',
  types: [{ type: 15, title: i18n.t('Gaussian splat'), Icon: IconSparkles }],
  viewer: () => VIEWER,
  hasThumbnail: () => true,
  details: async () => (await import('./details.ts')).splatDetails,
  results: {
    tools: ['splat-export', 'splat-clean'],
    View: soon<ShownResultProps>(async () => (await import('./results/splat-result.tsx')).SplatResult),
  },
};
