import { fail } from '../../../errors/index.ts';
import type { GeoBounds } from '../../../geodata/geometry.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import { quoted } from '../sqlite.ts';
import { checkFilterSize } from './check-filter.ts';
import type { FeatureQuery } from './feature-query.ts';
import type { Filter } from './filter.ts';
import { boxSql, filterSql, joined, meetsSql, windowOf, type SqlContext } from './filter-sql.ts';
import type { GeometryTest } from './geometry-test.ts';
import { columnOf } from './scalar-sql.ts';
import { windowsOf } from './windows.ts';

/** How the ids of all matching features are found: plain data for a thread. */
export interface QueryPlan {
  readonly table: string;
  /** One column, the id, in the order of the pages. Null when all features match, by rising id. */
  readonly sql: string | null;
  /** Whether all features match, so that only their order is to be found. */
  readonly matchesAll: boolean;
  readonly values: readonly (string | number)[];
  /** What `alidade_meets` tests, by number. */
  readonly tests: readonly GeometryTest[];
}

/** More would be slower than reading all features, and longer than an address can be. */
const MAX_IDS = 10_000;
/** Each is compared for every feature that matches. */
export const MAX_SORT_KEYS = 10;

/** @throws `invalid-input` for a query that cannot be answered, or would take too long */
export function planQuery(layer: GeoPackageLayer, query: FeatureQuery): QueryPlan {
  if (query.filter !== undefined) checkFilterSize(query.filter);
  const { filter, ids, sort = [], box, isExact = false } = withBox(query);
  if (ids !== undefined && ids.length > MAX_IDS) throw fail('invalid-input', `More than ${MAX_IDS} ids.`);
  if (sort.length > MAX_SORT_KEYS) throw fail('invalid-input', `More than ${MAX_SORT_KEYS} keys to sort by.`);
  const context: SqlContext = { layer, values: [], tests: [] };
  const filters: readonly Filter[] = [...(ids === undefined ? [] : [{ op: 'ids', ids } as const]), ...nonEmpty(filter)];
  const order = [...sort.map(({ name, isDescending }) => orderSql(name, isDescending, layer)), 'f.fid'].join(', ');
  const matchesAll = box === undefined && filters.length === 0;
  const plan = (sql: string | null): QueryPlan => ({
    table: layer.table,
    sql,
    matchesAll,
    values: context.values,
    tests: context.tests,
  });
  if (matchesAll && sort.length === 0) return plan(null);

  const around = box ?? filters.map(windowOf).find((window) => window !== undefined) ?? null;
  const windows = around === null || layer.bounds === null ? [] : windowsOf(around, layer.bounds);
  const test = isExact ? 'box' : 'envelope';
  if (box !== undefined && filters.length === 0 && sort.length === 0 && windows.length === 1) {
    const found = indexSql(layer, windows, context);
    return plan(
      `SELECT r.id FROM ${found} r WHERE ${edgeSql(windows[0]!, test, context, geometryOf(layer))} ORDER BY r.id`,
    );
  }
  const found = windows.length === 0 ? undefined : indexSql(layer, windows, context);
  const conditions = filters.map((each) => filterSql(each, context));
  if (box !== undefined) conditions.push(boxSql({ op: test, boxes: [box] }, context));
  const where = joined([waitsSql(context), ...conditions], 'and');
  const table = quoted(layer.table);
  const tables = found === undefined ? `${table} f` : `${found} r CROSS JOIN ${table} f ON f.fid = r.id`;
  return plan(`SELECT f.fid FROM ${tables} WHERE ${where} ORDER BY ${order}`);
}

/** The box that a filter asks for becomes that of the query: for a box alone the index is nearly all that is read. */
function withBox(query: FeatureQuery): FeatureQuery {
  const { box, filter } = query;
  if (box !== undefined || filter === undefined) return query;
  if (filter.op === 'bbox') return { ...query, box: filter.box, isExact: true, filter: undefined };
  if (filter.op !== 'and') return query;
  if (filter.args.length === 1) return withBox({ ...query, filter: filter.args[0] });
  const found = filter.args.find((arg) => arg.op === 'bbox');
  if (found === undefined) return query;
  const others = filter.args.filter((arg) => arg !== found);
  return { ...query, box: found.box, isExact: true, filter: { op: 'and', args: others } };
}

/** Values that are compared between two looks whether somebody still waits: SQLite itself ends no statement. */
const VALUES_BETWEEN_LOOKS = 1000;

/** A condition that always holds, and ends the statement when nobody waits for it, though no row matches. */
function waitsSql({ values }: SqlContext): string {
  const rows = Math.max(1, Math.floor(VALUES_BETWEEN_LOOKS / (1 + values.length)));
  return `(f.fid % ${rows} <> 0 OR alidade_waits())`;
}

/** The geometry of a feature that the index has found: only those at the edge of a box are read. */
const geometryOf = ({ table }: GeoPackageLayer): string => `(SELECT geom FROM ${quoted(table)} WHERE fid = r.id)`;

const nonEmpty = (filter: Filter | undefined): readonly Filter[] => (filter === undefined ? [] : [filter]);

function orderSql(name: string, isDescending: boolean, layer: GeoPackageLayer): string {
  return `f.${quoted(columnOf(name, layer).name)}${isDescending ? ' DESC' : ''}`;
}

/** What the spatial index has in some boxes, each once. Its own boxes are a little larger than the features'. */
function indexSql({ table }: GeoPackageLayer, windows: readonly GeoBounds[], { values }: SqlContext): string {
  const columns = windows.length === 1 ? '*' : 'id';
  const parts = windows.map(([west, south, east, north]) => {
    values.push(west, east, south, north);
    const index = quoted(`rtree_${table}_geom`);
    return `SELECT ${columns} FROM ${index} WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?`;
  });
  return `(${parts.join(' UNION ')})`;
}

/** Features that the index has wholly within the box need not be read. */
function edgeSql(window: GeoBounds, op: 'box' | 'envelope', context: SqlContext, geom: string): string {
  const [west, south, east, north] = window;
  context.values.push(west, east, south, north);
  const isInside = 'r.minx >= ? AND r.maxx <= ? AND r.miny >= ? AND r.maxy <= ?';
  return `(${isInside} OR ${meetsSql({ op, boxes: [window] }, context, geom)})`;
}
