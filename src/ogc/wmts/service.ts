import { sendDocument } from '../answers.ts';
import { INFO_FORMATS } from '../feature-info/info-formats.ts';
import type { InfoSources } from '../feature-info/send-info.ts';
import type { LayerCatalog } from '../layers/catalog.ts';
import type { LayerDocuments } from '../layers/documents.ts';
import type { Layer } from '../layers/layer.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { type KvpService, type OgcCall, requireService } from '../service.ts';
import { isTiled, type LayerTiles, type WantedTile } from '../tiling/layer-tiles.ts';
import { negotiateVersion } from '../versions.ts';
import { SECTIONS, type Section, writeCapabilities } from './capabilities.ts';
import { readInfoFormat, sendTileInfo } from './feature-info.ts';
import { readTile } from './tile-request.ts';

export interface WmtsDependencies {
  readonly catalog: LayerCatalog;
  readonly documents: LayerDocuments;
  readonly layerTiles: LayerTiles;
  readonly infoSources: InfoSources;
}

/** WMTS 1.0.0 (OGC 07-057r7) with parameters in the query. */
export function wmtsService(dependencies: WmtsDependencies): KvpService {
  return {
    path: 'wmts',
    originals: false,
    summary: 'WMTS 1.0.0: map tiles and vector tiles',
    description:
      'GetCapabilities, GetTile and GetFeatureInfo. Rasters are PNG or JPEG, vectors Mapbox Vector Tiles, in the pyramids that the capabilities list.',
    parameters: {
      service: 'WMTS',
      request: 'GetCapabilities, GetTile or GetFeatureInfo',
      version: '1.0.0',
      acceptVersions: 'GetCapabilities: versions the client knows, the best first',
      sections: 'GetCapabilities: parts of the document',
      layer: 'Path of a raster or vector file, as the capabilities name it',
      style: 'Default, or an index of a multispectral raster such as NDVI',
      format: 'Of the tile: image/png, image/jpeg or application/vnd.mapbox-vector-tile',
      tileMatrixSet: 'WebMercatorQuad, of rasters also WorldCRS84Quad',
      tileMatrix: 'Zoom',
      tileRow: 'Row, from 0 in the north',
      tileCol: 'Column, from 0 in the west',
      v: 'GetTile: version of the file',
      infoFormat: `GetFeatureInfo: ${INFO_FORMATS.map(({ type }) => type).join(', ')}`,
      i: 'GetFeatureInfo: column of a pixel of the tile, from 0 in the west',
      j: 'GetFeatureInfo: row of a pixel of the tile, from 0 in the north',
    },
    types: [
      'application/xml',
      'image/png',
      'image/jpeg',
      'application/vnd.mapbox-vector-tile',
      ...INFO_FORMATS.map(({ type }) => type),
    ],
    envelope: () => 'wmts-1.0',
    handle: (call) => handle(call, dependencies),
  };
}

async function handle(call: OgcCall, dependencies: WmtsDependencies): Promise<unknown> {
  const { kvp } = call;
  const { catalog, layerTiles, infoSources } = dependencies;
  requireService(call, 'WMTS');
  const request = kvp.required('request');
  switch (request.toLowerCase()) {
    case 'getcapabilities': {
      negotiateVersion(kvp, ['1.0.0']);
      return sendCapabilities(call, dependencies, call.address, readSections(call));
    }
    case 'gettile':
      return layerTiles.send(call, await readWanted(call, catalog));
    case 'getfeatureinfo': {
      const tile = await readWanted(call, catalog);
      const names = { i: kvp.required('I'), j: kvp.required('J'), format: readInfoFormat(kvp.required('InfoFormat')) };
      return sendTileInfo(call, tile, names, infoSources);
    }
    default:
      throw failOgc('InvalidParameterValue', `There is no request ${quoteInput(request)} in WMTS.`, 'request');
  }
}

/** The tile that is asked for, or about. @throws MissingParameterValue, InvalidParameterValue, TileOutOfRange */
async function readWanted(call: OgcCall, catalog: LayerCatalog): Promise<WantedTile> {
  const { kvp } = call;
  const version = kvp.required('version');
  if (version !== '1.0.0')
    throw failOgc('InvalidParameterValue', `The version of WMTS is 1.0.0, not ${quoteInput(version)}.`, 'version');
  const layer = await findLayer(catalog, call, kvp.required('layer'));
  return readTile(layer, {
    style: kvp.required('style'),
    format: kvp.required('format'),
    tileMatrixSet: kvp.required('TileMatrixSet'),
    tileMatrix: kvp.required('TileMatrix'),
    tileRow: kvp.required('TileRow'),
    tileCol: kvp.required('TileCol'),
    version: kvp.text('v'),
  });
}

type Place = Pick<OgcCall, 'view' | 'signal' | 'request' | 'reply' | 'isPublic' | 'datasetAddress'>;

/** @param address of the service, as the document shall name it */
export async function sendCapabilities(
  call: Place,
  { catalog, documents }: WmtsDependencies,
  address: URL,
  sections: ReadonlySet<Section>,
): Promise<unknown> {
  const set = await catalog.list(call.view, call.signal);
  const title = await catalog.title(call.view);
  const tileAddress = `${call.datasetAddress}/wmts/1.0.0`;
  const make = (): Promise<string> =>
    writeCapabilities({ layers: set.layers.filter(isTiled), title, address, sections, tileAddress });
  // Each token has addresses of its own: their documents would push out those of everybody.
  const key = ['wmts', title, address.href, tileAddress, [...sections]];
  const text = await (address.search === '' ? documents.get(set, key, make, call.signal) : make());
  return sendDocument(call, { type: 'application/xml; charset=utf-8', keeping: 'asked', text });
}

/** @throws InvalidParameterValue */
export const findLayer = (catalog: LayerCatalog, call: Place, name: string): Promise<Layer> =>
  catalog.find(call.view, name, (message) => failOgc('InvalidParameterValue', message, 'layer'), call.signal);

/** @throws MissingParameterValue for an empty list, InvalidParameterValue for a part there is not */
function readSections({ kvp }: OgcCall): ReadonlySet<Section> {
  if (kvp.has('sections') && kvp.text('sections') === undefined)
    throw failOgc('MissingParameterValue', `SECTIONS is empty; it may name ${SECTIONS.join(', ')} or All.`, 'sections');
  const names = kvp.list('sections') ?? ['All'];
  const found = names.flatMap((name) => {
    if (name.toLowerCase() === 'all') return SECTIONS;
    const section = SECTIONS.find((known) => known === name);
    if (section !== undefined) return [section];
    throw failOgc('InvalidParameterValue', `The document has no section ${quoteInput(name)}.`, 'sections');
  });
  return new Set(found);
}
