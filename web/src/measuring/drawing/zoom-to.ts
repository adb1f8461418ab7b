import type { MapLibreMap } from '../../map/maplibre.ts';
import type { Position } from '../model/measurement.ts';

const PADDING = 80;
/** A point alone would be shown at the deepest zoom. */
const POINT_ZOOM = 19;

/** Shows all of a measurement. */
export function zoomTo(map: MapLibreMap, positions: readonly Position[]): void {
  const longitudes = positions.map(([longitude]) => longitude);
  const latitudes = positions.map(([, latitude]) => latitude);
  if (positions.length === 0) return;
  const { clientWidth, clientHeight } = map.getContainer();
  map.fitBounds([Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)], {
    // On a phone there is less room.
    padding: Math.min(PADDING, clientWidth / 6, clientHeight / 6),
    maxZoom: POINT_ZOOM,
    animate: !globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
}
