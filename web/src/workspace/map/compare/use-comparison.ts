import { useMemo } from 'react';
import type { MapLayer } from '../../../kinds/on-map.ts';
import type { LayerState } from '../layer-states.ts';
import type { MapAddress } from '../../workspace-address.ts';
import { comparable, comparisonOf, comparisonWith, stateWith } from './compared-layers.ts';
import { formatComparison, type Comparison } from './compare-text.ts';

type StateOf = (layer: MapLayer) => LayerState;

type Compared = {
  /** Null while nothing is compared. */
  readonly comparison: Comparison | null;
  readonly compare: (next: Comparison | null) => void;
  /** Compares a layer with another one; undefined where there is none. */
  readonly compareWith: (layer: MapLayer) => (() => void) | undefined;
  /** How layers are shown on the map, left of the divider; and right of it, null where there is none. */
  readonly leftState: StateOf;
  readonly rightState: StateOf | null;
};

/** The comparison that the address tells of. */
export function useComparison(
  address: MapAddress,
  onAddress: (address: MapAddress) => void,
  layers: readonly MapLayer[],
  stateOf: StateOf,
): Compared {
  const { swipe } = address;
  const comparison = useMemo(() => comparisonOf(swipe, layers), [swipe, layers]);
  const { left, right } = comparison ?? {};
  const leftState = useMemo(
    () => (left === undefined || right === undefined ? stateOf : stateWith(stateOf, left, right)),
    [stateOf, left, right],
  );
  const rightState = useMemo(
    () => (left === undefined || right === undefined ? null : stateWith(stateOf, right, left)),
    [stateOf, left, right],
  );
  const compare = (next: Comparison | null): void =>
    onAddress({ ...address, swipe: next === null ? undefined : formatComparison(next) });
  const compareWith = (layer: MapLayer): (() => void) | undefined => {
    if (!comparable(layers).includes(layer)) return undefined;
    const next = comparisonWith(layer, layers, (other) => stateOf(other).isShown);
    return next === null ? undefined : () => compare(next);
  };
  return { comparison, compare, compareWith, leftState, rightState };
}
