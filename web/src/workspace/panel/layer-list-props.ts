import type { ApiError } from '../../api/api-error.ts';
import type { DatasetRef } from '../../api/addresses.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import type { DrawerTab } from '../drawer/drawer-tabs.ts';
import type { InspectorTab } from '../inspector/inspector-tabs.ts';
import type { LayerState } from '../map/layer-states.ts';
import type { LayersProblem } from '../map/use-map-layers.ts';

export type LayerListProps = {
  readonly datasetRef: DatasetRef;
  readonly mayWrite: boolean;
  /** From the top of the map down. */
  readonly layers: readonly MapLayer[];
  readonly stateOf: (layer: MapLayer) => LayerState;
  readonly problems: readonly LayersProblem[];
  /** What did not come of a layer, by its key. */
  readonly errors: ReadonlyMap<string, ApiError>;
  readonly selected: string;
  /** Shows a layer in the inspector, in one of its tabs. */
  readonly onSelect: (layer: MapLayer, tab?: InspectorTab) => void;
  readonly onState: (layer: MapLayer, change: Partial<LayerState>) => void;
  readonly onMove: (layer: MapLayer, by: -1 | 1) => void;
  readonly onDrop: (key: string, drop: { readonly target: string; readonly isBelow: boolean }) => void;
  readonly onZoom: (layer: MapLayer) => void;
  /** Shows what a layer has below the map. */
  readonly onDrawer: (layer: MapLayer, tab: DrawerTab) => void;
  /** Compares a layer with another one; undefined where there is none to compare it with. */
  readonly compareWith: (layer: MapLayer) => (() => void) | undefined;
};
