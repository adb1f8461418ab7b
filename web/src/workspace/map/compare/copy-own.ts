import type { StyleSpecification } from 'maplibre-gl';
import type { MapLibreMap } from '../../../map/maplibre.ts';
import { OWN, withOwnOf } from '../drawn-style.ts';

/**
 * Shows a style on the second map of a comparison, with what stands on the first one beside its layers: measurements are
 * seen on both sides. @returns what ends it
 */
export function copyOwn(first: MapLibreMap, second: MapLibreMap, style: StyleSpecification): () => void {
  let frame = 0;
  let copied = '';
  const copy = (): void => {
    frame = 0;
    copied = ownLayers(first);
    second.setStyle(withOwnOf(first.getStyle(), style), { diff: true });
  };
  // A drawing follows the pointer: once a frame is enough.
  const soon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(copy);
  };
  const listening = [
    first.on('styledata', () => {
      if (ownLayers(first) !== copied) soon();
    }),
    first.on('sourcedata', ({ sourceId, sourceDataType }) => {
      // Its tiles come whenever the map moves; what they are made of changes by hand.
      if (sourceDataType === 'content' && String(sourceId).startsWith(OWN)) soon();
    }),
  ];
  copy();
  return () => {
    cancelAnimationFrame(frame);
    for (const one of listening) one.unsubscribe();
  };
}

const ownLayers = (map: MapLibreMap): string =>
  map
    .getLayersOrder()
    .filter((id) => id.startsWith(OWN))
    .join();
