import type { StyleSpecification } from 'maplibre-gl';
import type { DatasetRef } from '../../api/addresses.ts';
import { MAP_KINDS, type MapKind, type MapLayer } from '../../kinds/on-map.ts';
import type { LayerState } from './layer-states.ts';

/** Ids of sources and layers of a map that belong to no layer of the panel (measurements, ...) begin with it. */
export const OWN = 'own/';

/** Begins the ids of what is drawn of a layer of the panel. */
export const drawnId = (key: string): string => `layer/${key}`;

/** The layer of the panel that a source or layer of the map belongs to; undefined for ground and what is drawn on top. */
export const layerOfId = (layers: readonly MapLayer[], id: string): MapLayer | undefined =>
  layers.find(({ key }) => id === drawnId(key) || id.startsWith(`${drawnId(key)}/`));

export const kindOnMap = (layer: MapLayer): MapKind | undefined => MAP_KINDS.find(({ name }) => name === layer.kind);

/** True where the map has something to show of the layer. */
export const isDrawable = ({ bounds, entry }: MapLayer): boolean =>
  bounds !== null && (entry === null || (entry.buildStatus ?? null) === null);

type DrawnStyleInput = {
  readonly ground: StyleSpecification;
  readonly datasetRef: DatasetRef;
  /** From the top down. */
  readonly layers: readonly MapLayer[];
  readonly stateOf: (layer: MapLayer) => LayerState;
  /** Key of the selected layer and of the thing that is selected in it. */
  readonly selected: { readonly layer: string; readonly thing: string };
};

/** The whole map as a function of what is shown and how: MapLibre finds out what changed. */
export function drawnStyle({ ground, datasetRef, layers, stateOf, selected }: DrawnStyleInput): StyleSpecification {
  const contents = layers
    .filter((layer) => isDrawable(layer) && stateOf(layer).isShown)
    .map((layer) => {
      const { opacity, look } = stateOf(layer);
      const thing = selected.layer === layer.key ? selected.thing : '';
      const drawn = { id: drawnId(layer.key), datasetRef, layer, opacity: opacity / 100, look, selected: thing };
      return kindOnMap(layer)?.content(drawn) ?? { sources: {}, layers: [] };
    });
  return {
    ...ground,
    sources: Object.assign({}, ground.sources, ...contents.map(({ sources }) => sources)),
    layers: [...ground.layers, ...contents.toReversed().flatMap((content) => content.layers)],
  };
}

/** Keeps what stands on the map beside the layers of the panel. For `setStyle` of MapLibre. */
export function withOwnOf(before: StyleSpecification | undefined, next: StyleSpecification): StyleSpecification {
  if (before === undefined) return next;
  const own = Object.entries(before.sources).filter(([id]) => id.startsWith(OWN));
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(own) },
    layers: [...next.layers, ...before.layers.filter(({ id }) => id.startsWith(OWN))],
  };
}
