import type { MapLayer } from '../../kinds/on-map.ts';
import type { Bounds } from '../../map/footprint.ts';
import { isDrawable } from './drawn-style.ts';

/** Europe, Africa and the Atlantic: where a dataset without places opens. */
export const WORLD: Bounds = [-60, -50, 90, 70];

/** Elevation models that can be asked for heights: those that are built. */
export const surfacesOf = (layers: readonly MapLayer[]) =>
  layers
    .filter((layer) => layer.group === 'elevation' && layer.entry !== null && isDrawable(layer))
    .map(({ key, title }) => ({ path: key, title }));

/** The box around all layers; null where none has a place. */
export function wholeOf(layers: readonly MapLayer[]): Bounds | null {
  const boxes = layers.flatMap(({ bounds }) => (bounds === null ? [] : [bounds]));
  if (boxes.length === 0) return null;
  return [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ];
}
