import type { Bounds } from './footprint.ts';
import { formatView } from './view-hash.ts';

/** Pixels that what is shown shall at most fill: there is room around it on the smallest screens. */
const FILLED = 240;
/** Pixels of the world at zoom 0. */
const WORLD = 512;
/** Nearer there is nothing more to see of a point. */
const NEAREST = 19;

/** The view of a map on a box, as its address has it. */
export function viewOn([west, south, east, north]: Bounds): string {
  const share = Math.max((east - west) / 360, (north - south) / 180);
  const zoom = share <= 0 ? NEAREST : Math.min(NEAREST, Math.max(0, Math.log2(FILLED / (WORLD * share))));
  return formatView({
    zoom,
    latitude: (south + north) / 2,
    longitude: (west + east) / 2,
    bearing: 0,
    pitch: 0,
  });
}
