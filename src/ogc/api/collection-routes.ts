import { sendDocument } from '../answers.ts';
import type { LayerCatalog } from '../layers/catalog.ts';
import type { Layer, VectorLayer } from '../layers/layer.ts';
import { failOgc, OgcError, quoteInput } from '../ogc-error.ts';
import { isTiled, type LayerTiles, limitsAt, setsOf, type TileType } from '../tiling/layer-tiles.ts';
import { findTileMatrixSet, isWithin, matrixSize, type TileMatrixSet } from '../tiling/tile-matrix-sets.ts';
import { type ApiCall, checkParameters, formatOf, JSON_TYPE, requireJson } from './api-call.ts';
import { collection } from './collections.ts';
import { sendPage } from './html.ts';
import { type ItemsDependencies, sendItem, sendItems } from './items.ts';
import { ITEMS_PARAMETERS, isReserved } from './items-query.ts';
import { belowLayer, belowLayers, linkedPage, type Linked } from './pages.ts';
import { queryables, schema, SCHEMA_TYPE, sortables } from './queryables.ts';
import { tileJson, tileset, tilesetList, tileTypesOf } from './tilesets.ts';

export interface CollectionDependencies extends ItemsDependencies {
  readonly catalog: LayerCatalog;
  readonly layerTiles: LayerTiles;
}

/** What a resource of a layer answers. @param parts of the address, as the pattern of the resource names them */
type Answer = (
  call: ApiCall,
  layer: Layer,
  parts: readonly string[],
  dependencies: CollectionDependencies,
) => Promise<unknown>;

/** The resources of a layer by what stands behind its name, the most specific first. */
const RESOURCES: readonly (readonly [pattern: RegExp, answer: Answer])[] = [
  [/^(.+)\/tiles\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)$/s, sendTile],
  [/^(.+)\/tiles\/([^/]+)$/s, sendTileset],
  [/^(.+)\/tiles$/s, sendTilesets],
  [/^(.+)\/items\/([^/]+)$/s, itemAnswer],
  [/^(.+)\/items$/s, itemsAnswer],
  [/^(.+)\/queryables$/s, (call, layer) => sendSchema(call, layer, queryables)],
  [/^(.+)\/sortables$/s, (call, layer) => sendSchema(call, layer, sortables)],
  [/^(.+)\/schema$/s, (call, layer) => sendSchema(call, layer, schema)],
];

/**
 * Answers for what lies below `/collections/`. As names of layers are paths, which have slashes, the longest name that there
 * is counts.
 *
 * @param rest of the address, decoded
 * @throws NotFound
 */
export async function answerBelowCollections(
  call: ApiCall,
  rest: string,
  dependencies: CollectionDependencies,
): Promise<unknown> {
  const candidates: (readonly [name: string, parts: readonly string[], answer: Answer])[] = [
    [rest, [], sendCollection],
    ...RESOURCES.flatMap(([pattern, answer]) => {
      const [, name, ...parts] = pattern.exec(rest) ?? [];
      return name === undefined ? [] : [[name, parts, answer] as const];
    }).toSorted(([a], [b]) => b.length - a.length),
  ];
  let refusal: unknown;
  for (const [name, parts, answer] of candidates) {
    const layer = await find(call, name, dependencies).catch((error: unknown) => {
      if (!(error instanceof OgcError)) throw error;
      refusal = error;
    });
    if (layer) return answer(call, layer, parts, dependencies);
  }
  throw refusal;
}

const find = ({ view, signal }: ApiCall, name: string, { catalog }: CollectionDependencies): Promise<Layer> =>
  catalog.find(view, name, (message) => failOgc('NotFound', message), signal);

function sendCollection(call: ApiCall, layer: Layer): Promise<unknown> {
  checkParameters(call, []);
  const format = formatOf(call);
  const document = collection(call, layer, format);
  if (format === 'html') return sendPage(call, belowLayers(call, linkedPage(call, layer.title, document)));
  return sendJson(call, document);
}

export const sendJson = (call: ApiCall, document: object, type: string = JSON_TYPE): Promise<unknown> =>
  sendDocument(call, { type: `${type}; charset=utf-8`, keeping: 'asked', text: JSON.stringify(document) });

/** @throws NotFound for a raster */
function vectorOnly(layer: Layer): VectorLayer {
  if (layer.kind === 'vector') return layer;
  throw failOgc('NotFound', `${quoteInput(layer.name)} is a raster: it has tiles, and no features.`);
}

function itemsAnswer(call: ApiCall, layer: Layer, _: readonly string[], dependencies: CollectionDependencies) {
  call.requireOriginals();
  const vector = vectorOnly(layer);
  const attributes = vector.content.columns.map(({ name }) => name).filter((name) => !isReserved(name));
  checkParameters(call, [...ITEMS_PARAMETERS, ...attributes]);
  return sendItems(call, vector, dependencies);
}

function itemAnswer(call: ApiCall, layer: Layer, [id]: readonly string[], dependencies: CollectionDependencies) {
  call.requireOriginals();
  checkParameters(call, ['crs']);
  return sendItem(call, vectorOnly(layer), id!, dependencies);
}

function sendSchema(call: ApiCall, layer: Layer, write: typeof schema): Promise<unknown> {
  checkParameters(call, []);
  requireJson(call);
  return sendJson(call, write(call, vectorOnly(layer)), SCHEMA_TYPE);
}

function sendTilesets(call: ApiCall, layer: Layer): Promise<unknown> {
  checkParameters(call, []);
  const format = formatOf(call, { tilejson: undefined });
  requireTiles(layer);
  if (format === 'tilejson') return sendJson(call, tileJson(call, layer, setsOf(layer)[0]!));
  return sendEither(call, layer, tilesetList(call, layer, format), format, `Tiles of ${layer.title}`);
}

function sendTileset(call: ApiCall, layer: Layer, [name]: readonly string[]): Promise<unknown> {
  checkParameters(call, []);
  const format = formatOf(call, { tilejson: undefined });
  requireTiles(layer);
  const set = findSet(layer, name!);
  if (format === 'tilejson') return sendJson(call, tileJson(call, layer, set));
  return sendEither(call, layer, tileset(call, layer, set, format), format, `${set.id} of ${layer.title}`);
}

function sendEither(call: ApiCall, layer: Layer, document: object, format: string, title: string): Promise<unknown> {
  if (format !== 'html') return sendJson(call, document);
  return sendPage(call, belowLayer(call, layer, linkedPage(call, title, document as Linked)));
}

/** @throws NotFound */
function requireTiles(layer: Layer): void {
  if (!isTiled(layer))
    throw failOgc('NotFound', 'This layer has no tiles: they are not built, or nothing in it lies anywhere.');
}

/** @throws NotFound */
function findSet(layer: Layer, name: string): TileMatrixSet {
  const set = findTileMatrixSet(name);
  if (set !== undefined && setsOf(layer).includes(set)) return set;
  throw failOgc('NotFound', `This layer has no tiles of ${quoteInput(name)}.`);
}

/** @throws NotFound for what is no tile of the layer, InvalidParameterValue for a representation it has not */
function sendTile(
  call: ApiCall,
  layer: Layer,
  [name, ...numbers]: readonly string[],
  { layerTiles }: CollectionDependencies,
): Promise<unknown> {
  checkParameters(call, ['v']);
  requireTiles(layer);
  const set = findSet(layer, name!);
  const [z, row, column] = numbers.map((text) => (/^(?:0|[1-9]\d{0,9})$/.test(text) ? Number(text) : NaN)) as [
    number,
    number,
    number,
  ];
  const limits = z >= 0 ? limitsAt(layer, set, z) : undefined;
  const { rows, columns } = limits === undefined ? { rows: 0, columns: 0 } : matrixSize(set, z);
  if (limits === undefined || !(row < rows && column < columns) || !isWithin({ z, row, column }, limits))
    throw failOgc('NotFound', 'There is no such tile; the limits of the tile set tell where there are some.');
  const version = call.query.get('v');
  const wanted = {
    layer,
    set,
    place: { z, row, column },
    style: 'default',
    type: tileTypeOf(call, layer),
    version,
  } as const;
  return layerTiles.send(call, wanted);
}

/** By `f`, or by what is accepted; else the usual one. */
function tileTypeOf({ query, request, reply }: ApiCall, layer: Layer): TileType {
  const types = tileTypesOf(layer);
  const wanted = query.get('f');
  const vary = reply.getHeader('vary');
  void reply.header('vary', vary === undefined ? 'Accept' : `${String(vary)}, Accept`);
  if (wanted === undefined) {
    const accept = request.headers.accept ?? '';
    const [usual] = Object.values(types) as [TileType];
    return accept.includes(usual) ? usual : (Object.values(types).find((type) => accept.includes(type)) ?? usual);
  }
  const type = Object.hasOwn(types, wanted) ? types[wanted] : undefined;
  if (type !== undefined) return type;
  throw failOgc(
    'InvalidParameterValue',
    `f is ${Object.keys(types).join(' or ')} here, not ${quoteInput(wanted)}.`,
    'f',
  );
}
