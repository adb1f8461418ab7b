import Type from 'typebox';
import { datasetParams, Empty, Media, route, type Route } from '../../http/index.ts';
import { INFO_FORMATS } from '../feature-info/info-formats.ts';
import { failOgc, OgcError } from '../ogc-error.ts';
import { exceptionOf, placeOf, queryOf } from '../service.ts';
import { SECTIONS } from './capabilities.ts';
import { infoFormatOf, sendTileInfo } from './feature-info.ts';
import { findLayer, sendCapabilities, type WmtsDependencies } from './service.ts';
import { formatsOf, readTile, TYPES_BY_ENDING } from './tile-request.ts';

type OriginOf = Parameters<typeof placeOf>[2];

/** The tiles, what is at their pixels, and the capabilities of WMTS 1.0.0 by addresses alone. */
export function wmtsResources(dependencies: WmtsDependencies, originOf: OriginOf): Route[] {
  const { catalog, layerTiles, infoSources } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/wmts/1.0.0/*',
      access: 'dataset:read',
      tag: 'OGC',
      narrows: true,
      originals: false,
      refusesBadCredentials: true,
      challenge: 'Basic',
      summary: 'WMTS 1.0.0: a tile, or the capabilities, by address',
      description:
        '`WMTSCapabilities.xml`, or `{layer}/{style}/{tileMatrixSet}/{z}/{y}/{x}.{ext}` with png, jpg or jpeg for rasters and pbf for vectors, or `…/{x}/{j}/{i}.{ext}` with txt, html, json, gml or xml for what is at a pixel of the tile. Slashes of a layer’s path may be encoded or not.',
      params: Type.Object({
        ...datasetParams.properties,
        '*': Type.String({ description: 'Layer, style, tile matrix set, zoom, row and column with an ending' }),
      }),
      query: Type.Object({ v: Type.Optional(Type.String({ description: 'Version of the file', maxLength: 100 })) }),
      types: [
        'image/png',
        'image/jpeg',
        'application/vnd.mapbox-vector-tile',
        'application/xml',
        ...INFO_FORMATS.map(({ type }) => type),
      ],
      response: { 200: Media, 204: Empty },
      errorForm: (answer, error) => exceptionOf(answer, error, 'wmts-1.0'),
      handle: async (context) => {
        const call = placeOf(context, '', originOf);
        const resource = context.params['*'];
        if (resource === 'WMTSCapabilities.xml') {
          const service = new URL(`${call.datasetAddress}/wmts${call.address.search}`);
          return sendCapabilities(call, dependencies, service, new Set(SECTIONS));
        }
        const version = new URLSearchParams(queryOf(context.request)).get('v') ?? undefined;
        try {
          const { layer: name, style, ending, place, info } = readResource(resource);
          const format = Object.hasOwn(TYPES_BY_ENDING, ending) ? TYPES_BY_ENDING[ending] : undefined;
          if (format === undefined && info === undefined) throw noResource();
          const layer = await findLayer(catalog, call, name);
          const tile = readTile(layer, { style, format: format ?? formatsOf(layer)[0]!, ...place, version });
          return await (info === undefined ? layerTiles.send(call, tile) : sendTileInfo(call, tile, info, infoSources));
        } catch (error) {
          // What an address names is there or not, whatever is wrong with it (07-057r7, 10.2).
          if (error instanceof OgcError) throw failOgc(error.ogcCode, error.message, error.locator, 404);
          throw error;
        }
      },
    }),
  ];
}

/** Read from its end, because the path of a layer has slashes of its own. */
const PLACE = '(?<layer>.+)/(?<style>[^/]+)/(?<set>[^/]+)/(?<z>[^/]+)/(?<row>[^/]+)';
const TILE = new RegExp(`^${PLACE}/(?<column>[^/.]+)\\.(?<ending>[a-z]+)$`, 's');
const INFO = new RegExp(`^${PLACE}/(?<column>[^/]+)/(?<j>[^/]+)/(?<i>[^/.]+)\\.(?<ending>[a-z]+)$`, 's');

/** What an address names: a tile, or a pixel of one where its ending is that of a form of information. */
function readResource(resource: string) {
  const infoFormat = infoFormatOf(/\.([a-z]+)$/.exec(resource)?.[1] ?? '');
  const parts = (infoFormat === undefined ? TILE : INFO).exec(resource)?.groups;
  if (parts === undefined) throw noResource();
  const { layer = '', style = '', set = '', z = '', row = '', column = '', i = '', j = '', ending = '' } = parts;
  return {
    layer,
    ending,
    style,
    place: { tileMatrixSet: set, tileMatrix: z, tileRow: row, tileCol: column },
    info: infoFormat && { i, j, format: infoFormat },
  };
}

const noResource = (): OgcError =>
  failOgc(
    'NotFound',
    'A tile is named {layer}/{style}/{tileMatrixSet}/{z}/{y}/{x}.{ext} with png, jpg, jpeg or pbf; what is at a pixel of it, …/{x}/{j}/{i}.{ext} with txt, html, json, gml or xml.',
  );
