import { videoFamily } from './recognize.ts';
import { videoDrawer } from './thumbnail-drawer.ts';
import { ffmpeg } from './video-frame.ts';
import { EntryType } from '../../inspection/index.ts';
import type { Kind } from '../kind.ts';

/** Videos of flights. */
export const video: Kind = {
  name: 'video',
  families: [videoFamily],
  outputs: [],
  drawer: () => videoDrawer,
  drawerProgram: ffmpeg,
  viewer: { types: [EntryType.Video, EntryType.GeoVideo], opens: 'tab' },
  tools: () => [],
};
