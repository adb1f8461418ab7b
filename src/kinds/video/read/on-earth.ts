import type { VideoFacts } from './video-header.ts';

type Position = NonNullable<VideoFacts['position']>;

/** Whether a position is one: 0° 0° is what receivers without a fix write. */
export const isOnEarth = ([longitude, latitude]: Position): boolean =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && (longitude !== 0 || latitude !== 0);
