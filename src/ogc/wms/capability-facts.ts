import type { Crs, Projections } from '../../projections/index.ts';
import type { GeoBounds } from '../../kinds/vector/index.ts';
import type { Layer } from '../layers/layer.ts';
import type { LayerSet } from '../layers/layer-set.ts';
import { boxesIn, type CrsBox, nativeCode } from './layer-boxes.ts';
import { legendSize } from './legend-size.ts';
import type { LayerStyle, StyleBook } from './styles.ts';

/** What a document of capabilities says, whatever its version. */
export interface CapabilityFacts {
  readonly title: string;
  readonly abstract: string;
  /** For links: ends in `?` or `&`. */
  readonly address: string;
  readonly layers: readonly LayerFacts[];
  /** Around all of them; null without any. */
  readonly geographic: GeoBounds | null;
}

/** A layer that can be drawn. */
export interface LayerFacts {
  readonly name: string;
  readonly title: string;
  readonly abstract: string;
  /** Within -180 to 180, and never without an extent. */
  readonly geographic: GeoBounds;
  readonly boxes: readonly CrsBox[];
  readonly styles: readonly LayerStyle[];
  /** Pixels of its legends. */
  readonly legend: { readonly width: number; readonly height: number };
}

/** Those that every layer is offered in. Others that PROJ knows are drawn in too: of them only a layer's own is listed. */
export const COMMON_CRSS = ['EPSG:3857', 'EPSG:4326', 'OGC:CRS84'];
/** Degrees that a place without an extent is widened by: a metre. A box of the standard has some. */
const LEAST_EXTENT = 0.00001;

/** Gathers what is to be said of layers. Those that lie nowhere are left out: nobody could ask for a picture of them. */
export async function gatherCapabilities(
  { layers, isCut }: LayerSet,
  styles: StyleBook,
  { projections, title, address, signal }: Gathering,
): Promise<CapabilityFacts> {
  const placed = layers.filter(({ bounds }) => bounds !== null);
  const boxes = await allBoxes(placed, projections, signal);
  const facts = placed.map((layer) => factsOf(layer, boxes.get(layer) ?? [], styles));
  const cut = isCut ? ' Not all layers are listed: ask for a folder, or for others by their paths.' : '';
  const abstract = `Rasters and vector files of ${title}; each layer has the path of its file as its name.${cut}`;
  return { title, abstract, address, layers: facts, geographic: unionOf(facts.map((layer) => layer.geographic)) };
}

interface Gathering {
  readonly projections: Projections;
  readonly title: string;
  readonly address: string;
  readonly signal: AbortSignal;
}

/** Boxes of all layers in the common CRSs, and of each in its own: one projection for each CRS, not for each layer. */
async function allBoxes(
  layers: readonly Layer[],
  projections: Projections,
  signal: AbortSignal,
): Promise<ReadonlyMap<Layer, readonly CrsBox[]>> {
  const byCode = new Map<string, readonly Layer[]>(COMMON_CRSS.map((code) => [code, layers]));
  for (const [code, native] of Map.groupBy(layers, nativeCode)) {
    if (code !== undefined && !byCode.has(code)) byCode.set(code, native);
  }
  const boxes = new Map<Layer, CrsBox[]>(layers.map((layer) => [layer, []]));
  for (const [code, asked] of byCode) {
    const crs: Crs | undefined = await projections.find(code, signal);
    if (crs === undefined) continue;
    for (const [layer, box] of await boxesIn(crs, asked, projections, signal)) boxes.get(layer)!.push(box);
  }
  return boxes;
}

function factsOf(layer: Layer, boxes: readonly CrsBox[], styles: StyleBook): LayerFacts {
  const { title, name, safeName } = layer;
  const warning = styles.warningOf(layer);
  return {
    // A comma would end the name in a list of layers.
    name: name.includes(',') ? safeName : name,
    title,
    abstract: warning ?? '',
    geographic: shownBounds(layer.bounds!),
    boxes,
    styles: styles.stylesOf(layer),
    legend: legendSize(layer),
  };
}

/** As the standard wants it: within the round of -180 to 180 degrees, west of east and south of north. */
function shownBounds([west, south, east, north]: GeoBounds): GeoBounds {
  const isAcross = west < -180 || east > 180;
  const [left, right] = isAcross ? [-180, 180] : widened(west, east, 180);
  const [low, high] = widened(Math.max(-90, south), Math.min(90, north), 90);
  return [left, low, right, high];
}

function widened(low: number, high: number, limit: number): readonly [number, number] {
  if (high - low >= LEAST_EXTENT) return [low, high];
  return [Math.max(-limit, low - LEAST_EXTENT / 2), Math.min(limit, high + LEAST_EXTENT / 2)];
}

function unionOf(boxes: readonly GeoBounds[]): GeoBounds | null {
  if (boxes.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    [west, south] = [Math.min(west, box[0]), Math.min(south, box[1])];
    [east, north] = [Math.max(east, box[2]), Math.max(north, box[3])];
  }
  return [west, south, east, north];
}
