import type { Filter, FeatureQuery, SortKey } from '../../kinds/vector/index.ts';
import { readCql2Text } from '../filters/cql2-text.ts';
import { readFes } from '../filters/fes.ts';
import { featureFinder } from '../filters/feature-ids.ts';
import { boxFilter, projectBox } from '../filters/project-literal.ts';
import { GEOMETRY_NAME, propertiesOf, referTo, type LayerProperty } from '../filters/properties.ts';
import type { Kvp } from '../kvp.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { findNamedCrs, type NamedCrs } from '../named-crs.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import type { OgcCall } from '../service.ts';
import type { WfsDependencies } from './dependencies.ts';
import type { Dialect } from './dialect.ts';
import { readTypes } from './type-names.ts';

/** Features of some types, one type after the other. */
export interface FeatureRequest {
  readonly queries: readonly TypeQuery[];
  readonly offset: number;
  readonly limit: number;
  /** Only how many there are. */
  readonly isHits: boolean;
  /** Features of a page, where only their number is wanted and the client says how many it would read at a time. */
  readonly hitsPage: number | undefined;
  /** CRS of the answer. */
  readonly crs: NamedCrs;
}

/** What is wanted of one type. */
export interface TypeQuery {
  readonly layer: VectorLayer;
  readonly query: Omit<FeatureQuery, 'offset' | 'limit'>;
  readonly properties: readonly LayerProperty[];
  readonly hasGeometry: boolean;
}

/** Features of a page where the client does not say, and at most. */
export const COUNT_DEFAULT = 1000;
export const COUNT_MAX = 10_000;
export const DEFAULT_CRS = 'urn:ogc:def:crs:EPSG::4326';

/**
 * @param most features that an answer has at most
 * @throws MissingParameterValue, InvalidParameterValue, and what `readFes` throws
 */
export async function readFeatureRequest(
  call: OgcCall,
  { typesParameter }: Pick<Dialect, 'typesParameter'>,
  dependencies: WfsDependencies,
  most = COUNT_MAX,
): Promise<FeatureRequest> {
  const { kvp } = call;
  const layers =
    (await readTypes(call, dependencies.catalog)) ?? (await typesOfIds(call, typesParameter, dependencies));
  refuseContradictions(kvp);
  const crs = await readCrs(kvp.text('srsName') ?? DEFAULT_CRS, 'srsName', call, dependencies);
  const ids = await readIds(call, layers, dependencies);
  const queries: TypeQuery[] = [];
  for (const layer of layers) {
    const filter = await readCondition(layer, call, dependencies);
    queries.push({
      layer,
      ...readSelection(layer, kvp, layers.length),
      query: { table: layer.content.table, filter, ids: ids?.get(layer) ?? (ids && []), sort: readSort(layer, kvp) },
    });
  }
  const result = kvp.text('resultType')?.toLowerCase() ?? 'results';
  if (result !== 'results' && result !== 'hits')
    throw failOgc('InvalidParameterValue', 'resultType is results or hits.', 'resultType');
  const count = wholeFrom(kvp, kvp.text('count') === undefined ? 'maxFeatures' : 'count');
  const limit = count ?? COUNT_DEFAULT;
  const isHits = result === 'hits';
  return {
    queries,
    crs,
    isHits,
    hitsPage: isHits && count ? Math.min(count, most) : undefined,
    limit: isHits ? 0 : Math.min(limit, most),
    offset: wholeFrom(kvp, 'startIndex') ?? 0,
  };
}

/** Beyond it whole numbers have gaps; nothing has so many features. */
const MOST = Number.MAX_SAFE_INTEGER;

/** A number of features; more than there can be is as many as there are. */
function wholeFrom(kvp: Kvp, name: string): number | undefined {
  const text = kvp.text(name);
  if (text === undefined) return undefined;
  if (!/^\+?\d{1,30}$|^\d{1,3}e\d{1,2}$/i.test(text))
    throw failOgc('InvalidParameterValue', `${name} must be a whole number from 0, not ${quoteInput(text)}.`, name);
  return Math.min(Number(text), MOST);
}

async function readCrs(
  text: string,
  locator: string,
  { signal }: OgcCall,
  { projections }: WfsDependencies,
): Promise<NamedCrs> {
  const crs = await findNamedCrs(projections, text, signal);
  if (crs === undefined)
    throw failOgc(
      'InvalidParameterValue',
      `The coordinate reference system ${quoteInput(text)} is not known.`,
      locator,
    );
  return crs;
}

const idsText = (kvp: Kvp): readonly string[] | undefined => kvp.list('resourceId') ?? kvp.list('featureId');

/** The types of the features that are named where no type is. */
async function typesOfIds(
  { kvp, view, signal }: OgcCall,
  parameter: Dialect['typesParameter'],
  { catalog }: WfsDependencies,
): Promise<readonly VectorLayer[]> {
  const ids = idsText(kvp);
  if (ids === undefined) throw failOgc('MissingParameterValue', `The parameter ${parameter} is missing.`, parameter);
  const { layers } = await catalog.list(view, signal);
  const find = featureFinder(layers.filter((layer) => layer.kind === 'vector'));
  const named = [...new Set(ids.map((id) => find(id)?.layer))].filter((layer) => layer !== undefined);
  if (named.length === 0) throw failOgc('InvalidParameterValue', 'There are no features of these ids.', 'resourceId');
  return named;
}

/** The standard has each of these stand for itself. */
function refuseContradictions(kvp: Kvp): void {
  const given = ['filter', 'resourceId', 'featureId', 'bbox'].filter((name) => kvp.text(name) !== undefined);
  if (kvp.text('cql_filter') !== undefined && given.includes('filter')) given.push('cql_filter');
  if (given.length > 1) {
    const together = given.map((name) => name.toUpperCase()).join(' and ');
    throw failOgc('InvalidParameterValue', `${together} exclude each other; a FILTER can say all of it.`, given[0]);
  }
}

async function readCondition(
  layer: VectorLayer,
  call: OgcCall,
  dependencies: WfsDependencies,
): Promise<Filter | undefined> {
  const { kvp, signal } = call;
  const { projections } = dependencies;
  const text = kvp.text('filter');
  const conditions: Filter[] = [];
  if (text !== undefined) {
    const fallback = await readCrs(DEFAULT_CRS, 'srsName', call, dependencies);
    // With several types each may have a filter of its own, in brackets; one for all is as good.
    conditions.push(await readFes(text.replace(/^\(([^]*)\)$/, '$1'), { layer, projections, fallback, signal }));
  }
  const cql = kvp.text('cql_filter');
  if (cql !== undefined) conditions.push(readCql2Text(cql));
  if (kvp.text('bbox') !== undefined) conditions.push(await readBox(call, dependencies));
  return conditions.length === 0 ? undefined : { op: 'and', args: conditions };
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** `minX,minY,maxX,maxY`, with heights or without, and the name of a CRS, which decides the order. */
async function readBox(call: OgcCall, dependencies: WfsDependencies): Promise<Filter> {
  const items = call.kvp.list('bbox') ?? [];
  const numbers = items.filter((item) => NUMBER.test(item)).map(Number);
  const name = items[numbers.length];
  const isShort = numbers.length === 4;
  if ((!isShort && numbers.length !== 6) || items.length > numbers.length + 1 || !numbers.every(Number.isFinite))
    throw failOgc('InvalidParameterValue', 'BBOX is four numbers, and may name a CRS behind them.', 'bbox');
  const crs = await readCrs(name ?? 'EPSG:4326', 'bbox', call, dependencies);
  const [a, b, c, d] = [0, 1, isShort ? 2 : 3, isShort ? 3 : 4].map((at) => numbers[at]!) as [
    number,
    number,
    number,
    number,
  ];
  const box = crs.isNorthFirst ? ([b, a, d, c] as const) : ([a, b, c, d] as const);
  return boxFilter(await projectBox(box, crs.crs, dependencies.projections, call.signal));
}

/**
 * The features that are named, by type. An id that no feature can have names none.
 *
 * @throws InvalidParameterValue for the id of another type
 */
async function readIds(
  { kvp, view, signal }: OgcCall,
  layers: readonly VectorLayer[],
  { catalog }: WfsDependencies,
): Promise<ReadonlyMap<VectorLayer, readonly number[]> | undefined> {
  const ids = idsText(kvp);
  if (ids === undefined) return undefined;
  const find = featureFinder(layers);
  const all = await catalog.list(view, signal);
  const findInAll = featureFinder(all.layers.filter((layer) => layer.kind === 'vector'));
  const found = new Map<VectorLayer, number[]>();
  for (const id of ids) {
    const feature = find(id);
    if (feature === undefined) {
      if (findInAll(id) === undefined) continue;
      throw failOgc(
        'InvalidParameterValue',
        `${quoteInput(id)} is no feature of the types that are asked for.`,
        'resourceId',
      );
    }
    const numbers = found.get(feature.layer);
    if (numbers === undefined) found.set(feature.layer, [feature.number]);
    else numbers.push(feature.number);
  }
  return found;
}

/** `name ASC,other DESC`, or A and D. */
function readSort(layer: VectorLayer, kvp: Kvp): readonly SortKey[] {
  return (kvp.list('sortBy') ?? []).map((item) => {
    const way = /\s(?:ASC|DESC|A|D)$/i.exec(item);
    const referred = referTo(layer, way === null ? item : item.slice(0, way.index));
    if (referred === undefined || typeof referred === 'string')
      throw failOgc('InvalidParameterValue', `Features cannot be sorted by ${quoteInput(item)}.`, 'sortBy');
    return { name: referred.column, isDescending: way !== null && /^\sD/i.test(way[0]) };
  });
}

/** No table has more columns; each name is looked up in each type. */
const MAX_PROPERTIES = 2000;

/** @throws InvalidParameterValue for what no type has */
function readSelection(layer: VectorLayer, kvp: Kvp, types: number): Pick<TypeQuery, 'properties' | 'hasGeometry'> {
  const canHaveGeometry = layer.content.geometryType !== 'None';
  const all = propertiesOf(layer);
  const given = (kvp.list('propertyName') ?? []).map((name) => name.replaceAll(/[()]/g, ''));
  const names = [...new Set(given)].filter((name) => name !== '');
  if (names.length > MAX_PROPERTIES)
    throw failOgc('InvalidParameterValue', `A request names at most ${MAX_PROPERTIES} properties.`, 'propertyName');
  if (names.length === 0 || names.includes('*')) return { properties: all, hasGeometry: canHaveGeometry };
  const wanted = new Set<string>();
  for (const name of names) {
    const referred = referTo(layer, name);
    if (referred === undefined && types === 1)
      throw failOgc('InvalidParameterValue', `The features have no property ${quoteInput(name)}.`, 'propertyName');
    if (typeof referred === 'object') wanted.add(referred.column);
    else if (referred === 'geometry') wanted.add(GEOMETRY_NAME);
  }
  return {
    properties: all.filter(({ name }) => wanted.has(name)),
    hasGeometry: canHaveGeometry && wanted.has(GEOMETRY_NAME),
  };
}
