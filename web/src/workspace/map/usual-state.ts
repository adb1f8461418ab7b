import type { MapLayer } from '../../kinds/on-map.ts';
import { type LayerState, USUAL_STATE } from './layer-states.ts';

/** Layers of a group that are shown at first. Of more, a map would be slow and a picture of nothing. */
const SHOWN_AT_FIRST = 12;

/** How a layer is shown that the address says nothing of. */
export function usualState(layer: MapLayer, layers: readonly MapLayer[]): LayerState {
  const place = layers.filter(({ group }) => group === layer.group).indexOf(layer);
  return { ...USUAL_STATE, isShown: place < SHOWN_AT_FIRST };
}
