import type { DatasetRef } from '../../api/addresses.ts';
import { MAP_KINDS, type MapLayer, type PrintedLegend } from '../../kinds/on-map.ts';
import { i18n } from '../../languages/i18n.ts';

/** A layer in the legend of a sheet. */
export type PrintedLayer = {
  readonly title: string;
  /** What its colours mean; null where that needs no words. */
  readonly legend: PrintedLegend | null;
};

/** More names than that would hide the map. */
const MOST_LAYERS = 12;

type ShownLayers = {
  readonly datasetRef: DatasetRef;
  /** From the top down. */
  readonly layers: readonly MapLayer[];
  readonly lookOf: (layer: MapLayer) => string;
};

/** The legend of a sheet. What is not printed of many layers is told as a number. */
export async function printedLayers(
  { datasetRef, layers, lookOf }: ShownLayers,
  signal: AbortSignal,
): Promise<readonly PrintedLayer[]> {
  const shown = await Promise.all(
    layers.slice(0, MOST_LAYERS).map(async (layer) => {
      const kind = MAP_KINDS.find(({ name }) => name === layer.kind);
      const legend = (await kind?.printed?.({ datasetRef, layer, look: lookOf(layer) }, signal)) ?? null;
      return { title: layer.title, legend };
    }),
  );
  const rest = layers.length - shown.length;
  return rest > 0 ? [...shown, { title: i18n.t('and {rest} more', { rest }), legend: null }] : shown;
}
