import Type from 'typebox';
import {
  datasetParams,
  Empty,
  Media,
  type ErrorAnswer,
  route,
  type Route,
  type RouteContext,
} from '../../http/index.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { sendDocument } from '../answers.ts';
import type { LayerDocuments } from '../layers/documents.ts';
import { exceptionOf, placeOf } from '../service.ts';
import { findTileMatrixSet } from '../tiling/tile-matrix-sets.ts';
import { type ApiCall, checkParameters, formatOf, JSON_TYPE, readApiCall, requireJson } from './api-call.ts';
import { answerBelowCollections, type CollectionDependencies, sendJson } from './collection-routes.ts';
import { writeCollections } from './collections.ts';
import { sendPage } from './html.ts';
import { CONFORMANCE, landing, OPENAPI } from './landing.ts';
import { openApi, openApiPage, PAGES } from './openapi.ts';
import { collectionsPage, linkedPage, listPage } from './pages.ts';
import { tileMatrixSet, tileMatrixSetList } from './tilesets.ts';

type OriginOf = Parameters<typeof placeOf>[2];

const ROOT = '/orgs/:orgSlug/ds/:dsSlug/ogcapi';
/** Members are those of the standards; the document of each dataset at `/api` describes them. */
const Document = Type.Object({}, { additionalProperties: true });
const QUERY = Type.Object(
  {
    f: Type.Optional(
      Type.Unsafe<unknown>({ type: 'string', description: 'json or html; of features csv, fgb and gpkg, too' }),
    ),
  },
  { additionalProperties: true },
);
const collectionField = Type.String({ description: 'Path of a vector file or raster; slashes encoded or not' });
const part = (description: string) => Type.String({ description });

export interface ApiDependencies extends CollectionDependencies {
  readonly documents: LayerDocuments;
}

/** OGC API Features and Tiles of a dataset. */
export function apiRoutes(dependencies: ApiDependencies, originOf: OriginOf): Route[] {
  const resource = (
    path: string,
    summary: string,
    params: Readonly<Record<string, ReturnType<typeof part>>>,
    answer: (
      call: ApiCall,
      context: RouteContext<Readonly<Record<string, string>>, unknown, unknown>,
    ) => Promise<unknown>,
    shape: Pick<Route, 'alias' | 'types' | 'response'> = { response: { 200: Document } },
  ): Route =>
    route({
      method: 'GET',
      path: `${ROOT}${path}`,
      access: 'dataset:read',
      tag: 'OGC',
      summary,
      query: QUERY,
      narrows: true,
      // Names of layers have slashes: which resource is meant, only the handler knows.
      originals: 'some',
      refusesBadCredentials: true,
      challenge: 'Basic',
      ...shape,
      params: Type.Object({ ...datasetParams.properties, ...params }),
      errorForm: (answered: ErrorAnswer, error: unknown) => exceptionOf(answered, error, 'json'),
      handle: (context) => {
        const call = readApiCall(placeOf(context, '', originOf));
        return answer(call, context as Parameters<typeof answer>[1]);
      },
    });
  const ofLayer = (
    path: string,
    summary: string,
    params: Parameters<typeof resource>[2],
    shape?: Parameters<typeof resource>[4],
  ) =>
    resource(
      `/collections/:collectionId${path}`,
      summary,
      { collectionId: collectionField, ...params },
      (call) => answerBelowCollections(call, belowCollections(call), dependencies),
      shape,
    );
  const tile = {
    types: ['application/vnd.mapbox-vector-tile', 'image/png', 'image/jpeg', 'image/webp'],
    response: { 200: Type.String({ format: 'binary' }), 204: Empty },
  };
  const tms = part('WebMercatorQuad');
  return [
    resource('', 'OGC API of a dataset: where everything is', {}, (call) => sendLanding(call, dependencies)),
    resource('/conformance', 'OGC API: standards that are kept', {}, sendConformance),
    resource('/api', 'OGC API of a dataset: its definition as OpenAPI 3.0', {}, (call) => sendApi(call, dependencies)),
    resource('/collections', 'OGC API: the vector layers of a dataset', {}, (call) =>
      sendCollections(call, dependencies),
    ),
    ofLayer('', 'OGC API: a layer', {}),
    ofLayer('/queryables', 'OGC API: what features of a layer can be searched by', {}),
    ofLayer('/sortables', 'OGC API: what features of a layer can be sorted by', {}),
    ofLayer('/schema', 'OGC API: attributes of a layer', {}),
    ofLayer('/items', 'OGC API: features of a layer, page by page', {}, { types: PAGES, response: { 200: Media } }),
    ofLayer('/items/:featureId', 'OGC API: one feature', { featureId: part('Number of the feature') }),
    ofLayer('/tiles', 'OGC API: the tile sets of a layer', {}),
    ofLayer('/tiles/:tileMatrixSet', 'OGC API: one tile set of a layer', { tileMatrixSet: tms }),
    ofLayer(
      '/tiles/:tileMatrixSet/:z/:y/:x',
      'OGC API: one tile of a layer',
      {
        tileMatrixSet: tms,
        z: part('Zoom'),
        y: part('Row, from 0 in the north'),
        x: part('Column, from 0 in the west'),
      },
      tile,
    ),
    resource(
      '/collections/*',
      'OGC API: a layer whose name has slashes',
      { '*': part('Path of a layer and what is asked of it') },
      (call) => answerBelowCollections(call, belowCollections(call), dependencies),
      { alias: true, response: { 200: Document, 204: Empty } },
    ),
    resource('/tileMatrixSets', 'OGC API: pyramids of tiles', {}, sendTileMatrixSets),
    resource(
      '/tileMatrixSets/:tileMatrixSet',
      'OGC API: one pyramid of tiles',
      { tileMatrixSet: tms },
      (call, { params }) => sendTileMatrixSet(call, params['tileMatrixSet']!),
    ),
    resource(
      '/*',
      'OGC API: an address without a resource',
      { '*': part('Any') },
      () =>
        Promise.reject(failOgc('NotFound', 'There is no such resource; the landing page links to those there are.')),
      { alias: true, response: { 200: Document } },
    ),
  ];
}

/** What the address says behind `/collections/`, decoded. */
function belowCollections({ address }: ApiCall): string {
  const [, rest = ''] = /\/ogcapi\/collections\/(.*?)\/?$/is.exec(address.pathname) ?? [];
  return decodeURIComponent(rest);
}

async function sendLanding(call: ApiCall, { catalog }: ApiDependencies): Promise<unknown> {
  checkParameters(call, []);
  const format = formatOf(call);
  const document = landing(call, format, await catalog.title(call.view));
  return format === 'html'
    ? sendPage(call, linkedPage(call, document.title, document, true))
    : sendJson(call, document);
}

function sendConformance(call: ApiCall): Promise<unknown> {
  checkParameters(call, []);
  if (formatOf(call) === 'html') return sendPage(call, listPage(call, 'Standards that are kept', CONFORMANCE));
  return sendJson(call, { conformsTo: CONFORMANCE });
}

async function sendApi(call: ApiCall, { catalog }: ApiDependencies): Promise<unknown> {
  checkParameters(call, []);
  const title = await catalog.title(call.view);
  if (formatOf(call) === 'html') return sendPage(call, openApiPage(call, title));
  return sendJson(call, openApi(call, title), OPENAPI);
}

async function sendCollections(call: ApiCall, { catalog, documents }: ApiDependencies): Promise<unknown> {
  checkParameters(call, []);
  const format = formatOf(call);
  const { address, signal } = call;
  const set = await catalog.list(call.view, signal);
  const vectors = set.layers.filter(({ kind }) => kind === 'vector');
  if (format === 'html') {
    const listed = vectors.map(({ name, title }) => ({ id: name, title }));
    return sendPage(call, collectionsPage(call, listed));
  }
  const make = (): Promise<string> => writeCollections(call, vectors);
  // Each token has addresses of its own: their documents would push out those of everybody.
  const text = await (address.search === '' ? documents.get(set, ['ogcapi', call.root], make, signal) : make());
  return sendDocument(call, { type: `${JSON_TYPE}; charset=utf-8`, keeping: 'asked', text });
}

function sendTileMatrixSets(call: ApiCall): Promise<unknown> {
  checkParameters(call, []);
  requireJson(call);
  return sendJson(call, tileMatrixSetList(call));
}

function sendTileMatrixSet(call: ApiCall, name: string): Promise<unknown> {
  checkParameters(call, []);
  requireJson(call);
  const set = findTileMatrixSet(name);
  if (set === undefined) throw failOgc('NotFound', `There is no tile matrix set ${quoteInput(name)}.`);
  return sendJson(call, tileMatrixSet(set));
}
