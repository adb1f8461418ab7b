import type { DatasetRef } from '../../api/addresses.ts';
import { MAP_KINDS, type MapLayer, type PrintedLegend } from '../../kinds/on-map.ts';
import { boxesMeet, type Bounds } from '../../map/footprint.ts';
import { i18n } from '../../languages/i18n.ts';

/** A layer in the legend of a sheet. */
export type PrintedLayer = {
  readonly title: string;
  /** What its colours mean; null of what is only a number of others. */
  readonly legend: PrintedLegend | null;
};

/** More names than that would hide the map. */
const MOST_LAYERS = 12;
/** Layers whose legends are asked for. */
const MOST_ASKED = 48;

type ShownLayers = {
  readonly datasetRef: DatasetRef;
  /** From the top down. */
  readonly layers: readonly MapLayer[];
  readonly lookOf: (layer: MapLayer) => string;
  /** What the paper shows. */
  readonly bounds: Bounds;
};

/** The legend of a sheet: layers with a symbol that have a part on the paper. What is not printed of many is told as a number. */
export async function printedLayers(
  { datasetRef, layers, lookOf, bounds }: ShownLayers,
  signal: AbortSignal,
): Promise<readonly PrintedLayer[]> {
  const onPaper = layers.filter((layer) => layer.bounds === null || boxesMeet(layer.bounds, bounds));
  const known = await Promise.all(
    onPaper.slice(0, MOST_ASKED).map(async (layer) => {
      const kind = MAP_KINDS.find(({ name }) => name === layer.kind);
      const legend = (await kind?.printed?.({ datasetRef, layer, look: lookOf(layer) }, signal)) ?? null;
      return { title: layer.title, legend };
    }),
  );
  const explained = known.filter(({ legend }) => legend !== null);
  const shown = explained.slice(0, MOST_LAYERS);
  const rest = explained.length - shown.length;
  return rest > 0 ? [...shown, { title: i18n.t('and {rest} more', { rest }), legend: null }] : shown;
}
