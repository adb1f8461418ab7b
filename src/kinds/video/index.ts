/** Tracks of videos; the kind itself is in `kind.ts`. */
export { videoRoutes } from './track/routes.ts';
export { createVideoTracks } from './track/video-tracks.ts';
