import { IconStack2 } from '@tabler/icons-react';
import type { Kind } from '../kind.ts';

export const pointcloudKind: Kind = {
  name: 'pointcloud',
  types: [{ type: 5, title: 'Point cloud', Icon: IconStack2 }],
  details: async () => (await import('./details.ts')).pointcloudDetails,
};
