import { change } from './change/tool.ts';
import { contours } from './contours/tool.ts';
import { hillshade } from './hillshade/tool.ts';
import { profile } from './profile/tool.ts';
import { volume } from './volume/tool.ts';
import type { Kind } from '../kind.ts';

/** Rasters of heights: their files are rasters, and these tools read them as ground. */
export const terrain: Kind = {
  name: 'terrain',
  families: [],
  outputs: [],
  tools: () => [change, contours, hillshade, profile, volume],
};
