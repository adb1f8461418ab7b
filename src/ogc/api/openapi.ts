import { type ApiCall, CSV } from './api-call.ts';
import { MAX_SORT_KEYS, MOST_IN_FILE } from '../../kinds/vector/index.ts';
import type { Page } from './html.ts';
import { type Html, html } from './hypertext.ts';
import { FILE_FORMS } from '../feature-files.ts';
import { DEFAULT_LIMIT, ITEMS_PARAMETERS, MAX_LIMIT } from './items-query.ts';
import { SCHEMA_TYPE } from './queryables.ts';

/** An operation of the API, of which its definition and the page that shows it are made. */
interface Operation {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /** Names in `PARAMETERS`, beside those of the path. */
  readonly parameters: readonly string[];
  readonly types: readonly string[];
}

const JSON_AND_HTML = ['application/json', 'text/html'];
const LAYER = '/collections/{collectionId}';
const TILE = '/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}';
const FEATURES = ['application/geo+json', 'text/html'];
/** Forms of a page of features. */
export const PAGES = [...FEATURES, CSV, FILE_FORMS.fgb.type, FILE_FORMS.gpkg.type];

const OPERATIONS: readonly Operation[] = [
  { path: '/', id: 'getLandingPage', summary: 'Where everything is', parameters: ['f'], types: JSON_AND_HTML },
  {
    path: '/conformance',
    id: 'getConformance',
    summary: 'Standards that are kept',
    parameters: ['f'],
    types: JSON_AND_HTML,
  },
  { path: '/collections', id: 'getCollections', summary: 'The vector layers', parameters: ['f'], types: JSON_AND_HTML },
  { path: LAYER, id: 'getCollection', summary: 'A layer', parameters: ['f'], types: JSON_AND_HTML },
  {
    path: `${LAYER}/queryables`,
    id: 'getQueryables',
    summary: 'What features can be searched by',
    parameters: ['fJson'],
    types: [SCHEMA_TYPE],
  },
  {
    path: `${LAYER}/sortables`,
    id: 'getSortables',
    summary: 'What features can be sorted by',
    parameters: ['fJson'],
    types: [SCHEMA_TYPE],
  },
  {
    path: `${LAYER}/schema`,
    id: 'getSchema',
    summary: 'Attributes of the features',
    parameters: ['fJson'],
    types: [SCHEMA_TYPE],
  },
  {
    path: `${LAYER}/items`,
    id: 'getFeatures',
    summary: 'Features, page by page',
    parameters: ['fItems', ...ITEMS_PARAMETERS],
    types: PAGES,
  },
  {
    path: `${LAYER}/items/{featureId}`,
    id: 'getFeature',
    summary: 'One feature',
    parameters: ['f', 'crs'],
    types: FEATURES,
  },
  {
    path: `${LAYER}/tiles`,
    id: '.collection.vector.getTileSetsList',
    summary: 'Sets of tiles of a layer',
    parameters: ['f'],
    types: JSON_AND_HTML,
  },
  {
    path: `${LAYER}/tiles/{tileMatrixSetId}`,
    id: '.collection.vector.getTileSet',
    summary: 'One set of tiles',
    parameters: ['f'],
    types: JSON_AND_HTML,
  },
  {
    path: `${LAYER}${TILE}`,
    id: '.collection.vector.getTile',
    summary: 'One tile of a layer',

    parameters: ['fTile'],
    types: ['application/vnd.mapbox-vector-tile', 'image/png', 'image/jpeg', 'image/webp'],
  },
  {
    path: '/tileMatrixSets',
    id: 'getTileMatrixSetsList',
    summary: 'Pyramids of tiles',
    parameters: ['fJson'],
    types: ['application/json'],
  },
  {
    path: '/tileMatrixSets/{tileMatrixSetId}',
    id: 'getTileMatrixSet',
    summary: 'One pyramid',
    parameters: ['fJson'],
    types: ['application/json'],
  },
];

const query = (name: string, description: string, schema: object, more: object = {}): object => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  ...more,
});
const inPath = (name: string, description: string, schema: object = { type: 'string' }): object => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});
const numbers = (minItems: number, maxItems: number): object => ({
  oneOf: [
    { type: 'array', minItems, maxItems: minItems, items: { type: 'number' } },
    { type: 'array', minItems: maxItems, maxItems, items: { type: 'number' } },
  ],
});
const LIST = { style: 'form', explode: false } as const;
const URI = { type: 'string', format: 'uri' } as const;

/** By the name under which operations have them. */
const PARAMETERS: Readonly<Record<string, object>> = {
  f: query('f', 'Representation', { type: 'string', enum: ['json', 'html', 'geojson', 'tilejson'] }),
  fItems: query('f', 'Representation', { type: 'string', enum: ['json', 'html', 'geojson', 'csv', 'fgb', 'gpkg'] }),
  fJson: query('f', 'Representation', { type: 'string', enum: ['json'] }),
  fTile: query('f', 'Representation', { type: 'string', enum: ['mvt', 'png', 'jpeg', 'webp'] }),
  token: query('token', 'Access token', { type: 'string' }),
  limit: query(
    'limit',
    `Features of a page; more than ${MAX_LIMIT} are as many, but with f=geojson, and as CSV, FlatGeobuf and GeoPackage, which have up to ${MOST_IN_FILE}`,
    {
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
    },
    LIST,
  ),
  offset: query('offset', 'Features that are left out before the first one', {
    type: 'integer',
    minimum: 0,
    default: 0,
  }),
  bbox: query('bbox', 'West, south, east, north (with heights six numbers)', numbers(4, 6), LIST),
  'bbox-crs': query('bbox-crs', 'Coordinate reference system of bbox', URI),
  datetime: query(
    'datetime',
    'An instant, or two with a slash between of which one may be “..”',
    { type: 'string' },
    LIST,
  ),
  crs: query('crs', 'Coordinate reference system of the answer', URI),
  filter: query('filter', "Condition, such as name LIKE 'a%' AND trees > 10", { type: 'string' }),
  'filter-lang': query('filter-lang', 'Language of filter', {
    type: 'string',
    enum: ['cql2-text', 'cql2-json'],
    default: 'cql2-text',
  }),
  'filter-crs': query('filter-crs', 'Coordinate reference system of geometries in filter', URI),
  sortby: query(
    'sortby',
    'Attributes to sort by, those with a minus falling; the id of a feature is the last of them, always',
    {
      type: 'array',
      maxItems: MAX_SORT_KEYS,
      items: { type: 'string' },
    },
    LIST,
  ),
  skipGeometry: query('skipGeometry', 'Whether geometries are left out', { type: 'boolean', default: false }),
  collectionId: inPath('collectionId', 'Path of a vector file or raster, with its slashes encoded'),
  featureId: inPath('featureId', 'Number of the feature'),
  tileMatrixSetId: inPath('tileMatrixSetId', 'Pyramid of tiles', {
    type: 'string',
    enum: ['WebMercatorQuad', 'WorldCRS84Quad'],
  }),
  tileMatrix: inPath('tileMatrix', 'Zoom'),
  tileRow: inPath('tileRow', 'Row, from 0 in the north', { type: 'integer', minimum: 0 }),
  tileCol: inPath('tileCol', 'Column, from 0 in the west', { type: 'integer', minimum: 0 }),
};

/** The definition of the API of a dataset: OpenAPI 3.0. */
export function openApi({ root }: Pick<ApiCall, 'root'>, title: string): object {
  return {
    openapi: '3.0.3',
    info: {
      title,
      version: '1.0.0',
      license: { name: 'Of the dataset' },
      description:
        'OGC API Features and Tiles. Attributes of a layer, too, are parameters of its features: `?name=value`.',
    },
    servers: [{ url: root }],
    security: [{}, { basic: [] }, { bearer: [] }],
    paths: Object.fromEntries(OPERATIONS.map((operation) => [operation.path, { get: describe(operation) }])) as object,
    components: {
      parameters: PARAMETERS,
      securitySchemes: { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        exception: {
          type: 'object',
          required: ['code', 'error'],
          properties: { code: { type: 'string' }, description: { type: 'string' }, error: { type: 'string' } },
        },
      },
      responses: {
        Exception: {
          description: 'What went wrong, why, and what to do',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/exception' } } },
        },
      },
    },
  };
}

function describe({ path, id, summary, parameters, types }: Operation): object {
  const inAddress = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const isBytes = (type: string): boolean => /^image\/|mapbox|flatgeobuf|geopackage/.test(type);
  const content = types.map((type) => [
    type,
    {
      schema: isBytes(type)
        ? { type: 'string', format: 'binary' }
        : type.startsWith('text/')
          ? { type: 'string' }
          : { type: 'object' },
    },
  ]);
  const refused = ['400', '401', '403', '404', '500', '503'].map((status) => [
    status,
    { $ref: '#/components/responses/Exception' },
  ]);
  return {
    operationId: id,
    summary,
    parameters: [...inAddress, ...parameters, 'token'].map((name) => ({ $ref: `#/components/parameters/${name}` })),
    responses: {
      200: { description: summary, content: Object.fromEntries(content) as object },
      ...(id.endsWith('getTile') ? { 204: { description: 'Nothing is on this tile' } } : {}),
      ...(Object.fromEntries(refused) as object),
    },
  };
}

/** The definition for people. */
export function openApiPage({ root }: ApiCall, title: string): Page {
  const named = (name: string): { readonly name: string; readonly description: string } =>
    PARAMETERS[name] as { readonly name: string; readonly description: string };
  const shown = ({ path, summary, parameters }: Operation): Html =>
    html`<h2>${summary}</h2>
      <p><code>GET ${root}${path === '/' ? '' : path}</code></p>
      <dl>
        ${parameters.map(
          (name) =>
            html`<dt><code>${named(name).name}</code></dt>
              <dd>${named(name).description}</dd>`,
        )}
      </dl>`;
  return {
    title: `API of ${title}`,
    above: [{ title: 'API', href: root }],
    body: html`${OPERATIONS.map(shown)}`,
  };
}
