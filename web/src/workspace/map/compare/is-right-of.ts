import type { MapLibreMap } from '../../../map/maplibre.ts';
import type { Comparison } from './compare-text.ts';

/** True for a place right of the divider. While pictures blink there is none. */
export const isRightOf = (
  map: MapLibreMap,
  at: readonly [longitude: number, latitude: number],
  divider: Comparison['divider'],
): boolean => divider !== 'blink' && map.project([...at]).x > (map.getContainer().clientWidth * divider) / 100;
