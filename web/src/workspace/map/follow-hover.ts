import type { FeatureIdentifier } from 'maplibre-gl';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { drawnId } from './drawn-style.ts';

/** Begins the ids of the sources of all layers of the panel. */
const LAYERS = drawnId('');

/** Marks the topmost feature below the pointer: kinds draw it by its state `hover`. It ends with the map. */
export function followHover(map: MapLibreMap): void {
  let hovered: FeatureIdentifier | null = null;
  const hover = (next: FeatureIdentifier | null): void => {
    if (hovered !== null && map.getSource(hovered.source) !== undefined) map.setFeatureState(hovered, { hover: false });
    if (next !== null) map.setFeatureState(next, { hover: true });
    map.getCanvas().style.cursor = next === null ? '' : 'pointer';
    hovered = next;
  };
  map.on('mousemove', ({ point, originalEvent }) => {
    // While it is dragged, nothing is meant.
    if (originalEvent.buttons !== 0 || !map.isStyleLoaded()) return;
    const top = map.queryRenderedFeatures(point).find(({ source }) => source.startsWith(LAYERS));
    if (top?.id === undefined) return hover(null);
    const { source, sourceLayer, id } = top;
    if (hovered?.source !== source || hovered.id !== id || hovered.sourceLayer !== sourceLayer)
      hover({ source, sourceLayer, id });
  });
  map.on('mouseout', () => hover(null));
}
