import { useCallback, useMemo, useState } from 'react';
import type { MapLayer } from '../../kinds/on-map.ts';
import type { MapAddress } from '../workspace-address.ts';
import { formatLayerStates, type LayerState, parseLayerStates, USUAL_STATE } from './layer-states.ts';
import { usualState } from './usual-state.ts';

/** How each layer is shown, which stands in the address where it is not the usual way. */
export function useLayerStates(
  layers: readonly MapLayer[],
  address: MapAddress,
  onAddress: (address: MapAddress) => void,
) {
  const states = useMemo(() => parseLayerStates(address.layers), [address.layers]);
  // A file that is opened shall be seen, however many others there are.
  const [opened] = useState(address.sel);
  const usualOf = useCallback(
    (layer: MapLayer): LayerState => (layer.key === opened ? USUAL_STATE : usualState(layer, layers)),
    [opened, layers],
  );
  const stateOf = useCallback((layer: MapLayer) => states.get(layer.key) ?? usualOf(layer), [states, usualOf]);
  const setState = (layer: MapLayer, change: Partial<LayerState>): void => {
    const next = new Map(states).set(layer.key, { ...stateOf(layer), ...change });
    const usual = (key: string): LayerState => {
      const known = layers.find((it) => it.key === key);
      return known === undefined ? USUAL_STATE : usualOf(known);
    };
    onAddress({ ...address, layers: formatLayerStates(next, usual) });
  };
  return { stateOf, setState };
}
