import { videoFamily } from './recognize.ts';
import { videoDrawer } from './thumbnail-drawer.ts';
import type { Kind } from '../kind.ts';

/** Videos of flights. */
export const video: Kind = {
  name: 'video',
  families: [videoFamily],
  outputs: [],
  drawer: () => videoDrawer,
  tools: () => [],
};
