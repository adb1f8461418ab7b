import type { MapLibreMap } from '../maplibre.ts';

type Keys = { readonly addMiddle: () => void; readonly removeLast: () => void };

/** On the map Enter adds its middle, Backspace and Delete remove the last position. Ends with the map. */
export function drawingKeys(map: MapLibreMap, { addMiddle, removeLast }: Keys): void {
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') addMiddle();
    else if (event.key === 'Backspace' || event.key === 'Delete') removeLast();
    else return;
    event.preventDefault();
  });
}
