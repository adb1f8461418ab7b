import { operation } from '../../../engine/index.ts';
import type * as profile from './profile.child.ts';
import type * as volume from './volume.child.ts';

/** What children measure on rasters while somebody waits for it. */
export const measureProfile = operation<typeof profile>(import.meta.resolve('./profile.child.ts'));
export const measureVolume = operation<typeof volume>(import.meta.resolve('./volume.child.ts'));
