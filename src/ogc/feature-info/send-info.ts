import type { VectorMaps } from '../../kinds/vector/index.ts';
import type { MapGrid } from '../../render/index.ts';
import { type Answering, etagOfParts, sendMade } from '../answers.ts';
import type { LayerView } from '../layers/layer-view.ts';
import type { Layer } from '../layers/layer.ts';
import type { InfoFormat } from './info-formats.ts';
import type { FoundFeature, LayerInfo } from './layer-info.ts';
import type { RasterValues } from './raster-values.ts';
import { writeInfo } from './write-info.ts';

/** What tells of features and of values. */
export interface InfoSources {
  readonly vectorMaps: Pick<VectorMaps, 'featuresAt'>;
  readonly rasterValues: RasterValues;
}

/** A pixel of a picture, of which somebody wants to know what it shows. */
export interface InfoQuery {
  readonly layers: readonly Layer[];
  readonly grid: MapGrid;
  /** From the upper left corner of the grid, from 0. */
  readonly pixel: { readonly column: number; readonly row: number };
  /** Features of each layer at most. */
  readonly limit: number;
  readonly format: InfoFormat;
}

type InfoCall = Answering & { readonly view: LayerView; readonly signal: AbortSignal };

/** Sends the values of rasters, and the features of vector layers, at a pixel. */
export function sendInfo(call: InfoCall, query: InfoQuery, sources: InfoSources): Promise<unknown> {
  const { layers, grid, pixel, limit, format } = query;
  const versions = layers.map(({ name, safeName, file }) => [name, safeName, file.version]);
  const etag = etagOfParts(['info', grid, versions, pixel, limit, format.type]);
  const type = format.form === 'json' ? format.type : `${format.type}; charset=utf-8`;
  return sendMade(call, { etag, type, keeping: 'maps' }, async () => {
    const found: LayerInfo[] = [];
    for (const layer of layers) found.push({ layer, features: await featuresOf(call, layer, query, sources) });
    return writeInfo(format.form, found);
  });
}

async function featuresOf(
  { view, signal }: InfoCall,
  layer: Layer,
  { grid, pixel, limit }: InfoQuery,
  { vectorMaps, rasterValues }: InfoSources,
): Promise<readonly FoundFeature[]> {
  if (layer.kind === 'vector') {
    const found = await vectorMaps.featuresAt(layer, grid, { ...pixel, limit }, signal);
    return found.map(({ fid, ...feature }) => ({ id: `${layer.safeName}.${fid}`, ...feature }));
  }
  const [minX, minY, maxX, maxY] = grid.box;
  const x = minX + ((pixel.column + 0.5) * (maxX - minX)) / grid.width;
  const y = maxY - ((pixel.row + 0.5) * (maxY - minY)) / grid.height;
  const found = await rasterValues(view.dataset.id, layer, { crs: grid.crs, x, y }, signal);
  if (found === undefined) return [];
  const { column, row, values } = found;
  const bands = values.map((value, index) => [`band_${index + 1}`, value] as const);
  const id = `${layer.safeName}.${column}.${row}`;
  return [{ id, properties: { column, row, ...Object.fromEntries(bands) }, geometry: null }];
}
