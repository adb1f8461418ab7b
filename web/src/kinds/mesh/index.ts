import { IconCube } from '@tabler/icons-react';
import type { Kind } from '../kind.ts';

export const meshKind: Kind = {
  name: 'mesh',
  types: [{ type: 11, title: '3D model', Icon: IconCube }],
  details: async () => (await import('./details.ts')).meshDetails,
};
