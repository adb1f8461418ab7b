import type { Crs, Projections } from '../../projections/index.ts';
import { columnKind, type FeatureQuery, type Filter, MOST_IN_FILE, type SortKey } from '../../kinds/vector/index.ts';
import { boxFilter } from '../filters/project-literal.ts';
import { FILE_FORMS } from '../feature-files.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import type { ApiCall } from './api-call.ts';
import { readBbox } from './bbox.ts';
import { readCrs } from './crs-list.ts';
import { readDatetime } from './datetime.ts';
import { readFilter } from './filter-parameter.ts';

export const DEFAULT_LIMIT = 10;
/** What asks for more is given this many, and a link to the next. */
export const MAX_LIMIT = 10_000;

/** Cells of a page of HTML: a megabyte, which a phone still scrolls. */
const MAX_CELLS = 20_000;

function maxLimit(layer: VectorLayer, format: string): number {
  if (format === 'html') return maxRows(layer);
  return format === 'geojson' || Object.hasOwn(FILE_FORMS, format) ? MOST_IN_FILE : MAX_LIMIT;
}

const maxRows = ({ content }: VectorLayer): number =>
  Math.max(DEFAULT_LIMIT, Math.floor(MAX_CELLS / (1 + content.columns.length)));

/** Parameters of a list of features beside those of every resource, and the attributes of the layer. */
export const ITEMS_PARAMETERS = [
  'limit',
  'offset',
  'bbox',
  'bbox-crs',
  'datetime',
  'crs',
  'filter',
  'filter-lang',
  'filter-crs',
  'sortby',
  'skipGeometry',
] as const;

/** A page of features as it was asked for. */
export interface ItemsQuery {
  readonly query: FeatureQuery & { readonly offset: number };
  /** CRS of the positions in the answer. */
  readonly crs: Crs;
  /** False where the answer needs no geometries, as a table does: long ones are most of a page. */
  readonly hasGeometry: boolean;
}

/** @throws InvalidParameterValue */
export async function readItemsQuery(
  call: ApiCall,
  layer: VectorLayer,
  projections: Projections,
  format: string,
): Promise<ItemsQuery> {
  const { query, signal } = call;
  const crs = await readCrs('crs', query.get('crs'), layer, projections, signal);
  const bboxCrs = await readCrs('bbox-crs', query.get('bbox-crs'), layer, projections, signal);
  const bbox = query.get('bbox');
  const area = bbox === undefined ? undefined : await readBbox(bbox, bboxCrs, projections, signal);
  const datetime = query.get('datetime');
  const filters = [
    area === undefined || area.box ? undefined : boxFilter(area),
    datetime === undefined ? undefined : readDatetime(datetime, layer),
    await readFilter(call, layer, projections),
    ...layer.content.columns
      .filter(({ name }) => query.has(name) && !isReserved(name))
      .map((column) => equals(column, query.get(column.name)!)),
  ].filter((filter) => filter !== undefined);
  return {
    crs,
    hasGeometry: !readFlag('skipGeometry', query.get('skipGeometry')),
    query: {
      table: layer.content.table,
      box: area?.box,
      isExact: true,
      sort: readSort(query.get('sortby'), layer),
      filter: filters.length < 2 ? filters[0] : { op: 'and', args: filters },
      offset: readCount('offset', query.get('offset'), 0) ?? 0,
      limit: Math.min(maxLimit(layer, format), readCount('limit', query.get('limit'), 1) ?? DEFAULT_LIMIT),
    },
  };
}

/** An attribute of this name cannot be asked for as a parameter, but in a filter. */
export const isReserved = (name: string): boolean =>
  ['f', 'token', ...ITEMS_PARAMETERS].some((parameter) => parameter === name);

/** @throws InvalidParameterValue for what is no whole number from `least` on */
function readCount(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d{1,30}$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : NaN;
  if (count >= least) return count;
  throw failOgc(
    'InvalidParameterValue',
    `${name} is a whole number of at least ${least}, not ${quoteInput(text)}.`,
    name,
  );
}

/** @throws InvalidParameterValue for what is neither true nor false */
function readFlag(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw failOgc('InvalidParameterValue', `${name} is true or false, not ${quoteInput(text)}.`, name);
}

/** `name,-other`: rising, or with a minus falling. @throws InvalidParameterValue */
function readSort(text: string | undefined, { content }: VectorLayer): readonly SortKey[] {
  if (text === undefined) return [];
  return text.split(',', 20).map((part) => {
    const name = part.trim().replace(/^[+-]/, '');
    if (!content.columns.some((column) => column.name === name))
      throw failOgc('InvalidParameterValue', `There is no attribute ${quoteInput(name)} to sort by.`, 'sortby');
    return { name, isDescending: part.trim().startsWith('-') };
  });
}

/** @throws InvalidParameterValue for what no value of the attribute can be */
function equals(column: VectorLayer['content']['columns'][number], text: string): Filter {
  return { op: '=', left: { property: column.name }, right: { literal: literalOf(column, text) } };
}

function literalOf(column: VectorLayer['content']['columns'][number], text: string): string | number | boolean {
  const kind = columnKind(column);
  if (kind === 'integer' || kind === 'number') {
    if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
    throw failOgc('InvalidParameterValue', `${column.name} is a number, not ${quoteInput(text)}.`, column.name);
  }
  if (kind !== 'boolean') return text;
  if (text === 'true' || text === 'false') return text === 'true';
  throw failOgc('InvalidParameterValue', `${column.name} is true or false, not ${quoteInput(text)}.`, column.name);
}
