import type { MapGrid } from '../../render/index.ts';
import { findInfoFormat, type InfoFormat, PLAIN_TEXT } from '../feature-info/info-formats.ts';
import { type InfoQuery, sendInfo } from '../feature-info/send-info.ts';
import type { Kvp } from '../kvp.ts';
import type { LayerCatalog } from '../layers/catalog.ts';
import type { Layer } from '../layers/layer.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import type { OgcCall } from '../service.ts';
import type { WmsDependencies } from './dependencies.ts';
import { readMapRequest } from './get-map.ts';
import { MAX_INFO_FEATURES } from './limits.ts';
import { findLayers } from './map-layers.ts';
import { requireWmsVersion, type WmsVersion } from './wms-version.ts';

/** Answers GetFeatureInfo: the values of rasters, and the features of vector layers, at a pixel of a map. */
export async function getFeatureInfo(call: OgcCall, dependencies: WmsDependencies): Promise<unknown> {
  const { kvp } = call;
  const version = requireWmsVersion(kvp);
  const { grid, layers } = await readMapRequest(call, dependencies, { needsStyles: false });
  const shown = new Set(layers.map(({ layer }) => layer.name));
  const asked = await queriedLayers(call, dependencies.catalog, shown);
  const pixel = readPixel(kvp, version, grid);
  const limit = Math.min(MAX_INFO_FEATURES, kvp.whole('FEATURE_COUNT', { min: 1, max: Number.MAX_SAFE_INTEGER }) ?? 1);
  return sendInfo(call, { layers: asked, grid, pixel, limit, format: readFormat(kvp, version) }, dependencies);
}

/** INFO_FORMAT, which version 1.1.1 lets clients leave out. @throws MissingParameterValue, InvalidFormat */
function readFormat(kvp: Kvp, version: WmsVersion): InfoFormat {
  const asked = version === '1.1.1' ? kvp.text('INFO_FORMAT') : kvp.required('INFO_FORMAT');
  return asked === undefined ? PLAIN_TEXT : findInfoFormat(asked, { code: 'InvalidFormat', locator: 'INFO_FORMAT' });
}

/** The layers of QUERY_LAYERS, which are some of those of the map. @throws LayerNotDefined, LayerNotQueryable */
async function queriedLayers(
  { kvp, view, signal }: OgcCall,
  catalog: LayerCatalog,
  shown: ReadonlySet<string>,
): Promise<readonly Layer[]> {
  kvp.required('QUERY_LAYERS');
  const names = [...new Set(kvp.list('QUERY_LAYERS'))];
  const layers = await findLayers(catalog, view, names, { locator: 'QUERY_LAYERS', signal });
  for (const { name, bounds } of layers) {
    if (!shown.has(name))
      throw failOgc('LayerNotDefined', `QUERY_LAYERS has ${quoteInput(name)}, which LAYERS has not.`, 'QUERY_LAYERS');
    if (bounds === null)
      throw failOgc('LayerNotQueryable', `${quoteInput(name)} lies nowhere on any map.`, 'QUERY_LAYERS');
  }
  return layers;
}

/** I and J, or X and Y in version 1.1.1. @throws MissingParameterValue, InvalidPoint */
function readPixel(kvp: Kvp, version: WmsVersion, { width, height }: MapGrid): InfoQuery['pixel'] {
  const [across, down] = version === '1.1.1' ? ['X', 'Y'] : ['I', 'J'];
  const read = (name: string, side: number): number => {
    const text = kvp.required(name);
    const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
    if (number < side) return number;
    throw failOgc('InvalidPoint', `${name} is a whole number from 0 to ${side - 1}, not ${quoteInput(text)}.`, name);
  };
  return { column: read(across!, width), row: read(down!, height) };
}
