import type { MapGeoJSONFeature } from 'maplibre-gl';
import type { MapLayer } from '../../kinds/on-map.ts';
import { kindOnMap, layerOfId } from './drawn-style.ts';
import type { Pick } from './map-canvas.tsx';

type Picked = {
  readonly layer: MapLayer;
  readonly features: readonly MapGeoJSONFeature[];
  /** What was clicked in it, as its kind names it; '' for a picture. */
  readonly thing: string;
};

/** Which layer a click is for: the one of the topmost feature, else the selected picture below it. Null: none. */
export function pickedLayer(
  layers: readonly MapLayer[],
  selected: MapLayer | undefined,
  { at, features }: Pick,
): Picked | null {
  const top = features.map(({ source }) => layerOfId(layers, source)).find((layer) => layer !== undefined);
  if (top !== undefined && kindOnMap(top)?.Picked !== undefined) {
    const own = features.filter(({ source }) => layerOfId([top], source) !== undefined);
    return { layer: top, features: own, thing: thingOf(own[0]) };
  }
  if (selected === undefined || kindOnMap(selected)?.isPickedAnywhere !== true) return null;
  const [west, south, east, north] = selected.bounds ?? [0, 0, 0, 0];
  const isInside = at[0] >= west && at[0] <= east && at[1] >= south && at[1] <= north;
  return isInside ? { layer: selected, features: [], thing: '' } : null;
}

/** The id of a feature; photos have their path as a property, as ids of tiles are numbers. */
const thingOf = (feature: MapGeoJSONFeature | undefined): string =>
  String(feature?.properties['path'] ?? feature?.id ?? '');
