import { IconSparkles } from '@tabler/icons-react';
import type { Kind } from '../kind.ts';

export const splatKind: Kind = {
  name: 'splat',
  types: [{ type: 15, title: 'Gaussian splat', Icon: IconSparkles }],
  details: async () => (await import('./details.ts')).splatDetails,
};
