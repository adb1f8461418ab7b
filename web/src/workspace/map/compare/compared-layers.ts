import type { MapLayer } from '../../../kinds/on-map.ts';
import { isDrawable, kindOnMap } from '../drawn-style.ts';
import type { LayerState } from '../layer-states.ts';
import { parseComparison, type Comparison } from './compare-text.ts';

/** Pictures: of two of them a map can show one at a time. */
export const comparable = (layers: readonly MapLayer[]): readonly MapLayer[] =>
  layers.filter((layer) => isDrawable(layer) && kindOnMap(layer)?.isPickedAnywhere === true);

/** The comparison of the address; null where one of its layers is not there. */
export function comparisonOf(text: string | undefined, layers: readonly MapLayer[]): Comparison | null {
  const comparison = parseComparison(text);
  if (comparison === null) return null;
  const known = new Set(comparable(layers).map(({ key }) => key));
  return known.has(comparison.left) && known.has(comparison.right) ? comparison : null;
}

/** A comparison with a layer and the next one below it that is shown, else any other one; null where there is none. */
export function comparisonWith(
  layer: MapLayer,
  layers: readonly MapLayer[],
  isShown: (layer: MapLayer) => boolean,
): Comparison | null {
  const others = comparable(layers).filter(({ key }) => key !== layer.key);
  const below = layers.slice(layers.indexOf(layer) + 1);
  const other = others.find((it) => below.includes(it) && isShown(it)) ?? others.find(isShown) ?? others[0];
  return other === undefined ? null : { left: layer.key, right: other.key, divider: 50 };
}

/** States with one of the two shown and the other one hidden. */
export const stateWith =
  (stateOf: (layer: MapLayer) => LayerState, shown: string, hidden: string) =>
  (layer: MapLayer): LayerState => {
    const state = stateOf(layer);
    if (layer.key === shown) return { ...state, isShown: true };
    return layer.key === hidden ? { ...state, isShown: false } : state;
  };
