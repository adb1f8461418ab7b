import type { Kind } from '../../kind.ts';
import { toyOutput } from './build.ts';
import { toyFamily } from './recognize.ts';
import { toyDrawer } from './thumbnail-drawer.ts';
import { measureToy } from './tool.ts';

/** A kind made by the recipe of CONTRIBUTING.md: markers with a place and a colour. Only tests know it. */
export const toy: Kind = {
  name: 'toy',
  families: [toyFamily],
  outputs: [toyOutput],
  drawer: () => toyDrawer,
  tools: () => [measureToy],
};
