import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import { drawnStyle } from './drawn-style.ts';
import type { LayerState } from './layer-states.ts';

type StateOf = (layer: MapLayer) => LayerState;

type DrawnStylesInput = {
  readonly ground: StyleSpecification;
  readonly datasetRef: DatasetRef;
  readonly layers: readonly MapLayer[];
  readonly leftState: StateOf;
  readonly rightState: StateOf | null;
  /** Key of the selected layer and of the thing that is selected in it. */
  readonly layer: string;
  readonly thing: string;
};

/** The style of the map, and that of the map which it is compared with; null where there is none. */
export function useDrawnStyles(input: DrawnStylesInput): readonly [StyleSpecification, StyleSpecification | null] {
  const { ground, datasetRef, layers, leftState, rightState, layer, thing } = input;
  return useMemo(() => {
    const drawn = { ground, datasetRef, layers, selected: { layer, thing } };
    return [
      drawnStyle({ ...drawn, stateOf: leftState }),
      rightState === null ? null : drawnStyle({ ...drawn, stateOf: rightState }),
    ] as const;
  }, [ground, datasetRef, layers, leftState, rightState, layer, thing]);
}
