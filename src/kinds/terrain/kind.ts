import { change } from '../../tools/change/change.ts';
import { contours } from '../../tools/contours/contours.ts';
import { hillshade } from '../../tools/hillshade/hillshade.ts';
import { profile } from '../../tools/profile/profile.ts';
import { volume } from '../../tools/volume/volume.ts';
import type { Kind } from '../kind.ts';

/** Rasters of heights: their files are rasters, and these tools read them as ground. */
export const terrain: Kind = {
  name: 'terrain',
  families: [],
  outputs: [],
  tools: () => [change, contours, hillshade, profile, volume],
};
