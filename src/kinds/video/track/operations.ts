import type * as track from './video-track.child.ts';
import { operation } from '../../../engine/index.ts';

export const videoTrack = operation<typeof track>(import.meta.resolve('./video-track.child.ts'));
