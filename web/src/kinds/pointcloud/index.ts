import { IconStack2 } from '@tabler/icons-react';
import type { Entry } from '../../api/answers.ts';
import { soon } from '../../parts/soon.tsx';
import { type Kind, NO_VIEW, type ShownResultProps } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

const VIEWER = { opens: 'scene', load: async () => (await import('./scene-kind.ts')).pointcloudScene } as const;

/** A tile of an EPT is a part of the cloud that its `ept.json` is. */
const isTile = ({ path }: Entry): boolean => /(^|\/)ept-data\/[^/]+$/.test(path);

export const pointcloudKind: Kind = {
  name: 'pointcloud',
  types: [{ type: 5, title: i18n.t('Point cloud'), Icon: IconStack2 }],
  viewer: (entry) => (isTile(entry) ? NO_VIEW : VIEWER),
  isPart: isTile,
  hasThumbnail: (entry) => !isTile(entry),
  isDrawnOn: true,
  details: async () => (await import('./details.ts')).pointcloudDetails,
  results: {
    tools: ['pointcloud-export', 'pointcloud-merge', 'pointcloud-profile', 'pointcloud-raster'],
    View: soon<ShownResultProps>(async () => (await import('./pointcloud-result.tsx')).PointCloudResult),
  },
};
