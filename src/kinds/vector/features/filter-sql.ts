import { fail } from '../../../errors/index.ts';
import { boundsOfGeometry, isWithin } from '../../../geodata/geometry.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import type { Filter, LikeFilter } from './filter.ts';
import type { GeometryTest } from './geometry-test.ts';
import { comparisonSql, listSql, operandSql } from './scalar-sql.ts';
import type { SpatialOperator } from '../../../geodata/planar/relations.ts';
import { windowsOf } from './windows.ts';

/** Collects what a statement refers to: values that are bound, and tests of geometries, by their number. */
export interface SqlContext {
  readonly layer: GeoPackageLayer;
  readonly values: (string | number)[];
  readonly tests: GeometryTest[];
}

/**
 * A filter as a condition of SQL on the table `f` of the layer. Names are looked up in the layer and quoted, values are bound;
 * geometries are tested by the function `alidade_meets`.
 *
 * @throws `invalid-input` for attributes the layer does not have, and values that cannot be compared
 */
export function filterSql(filter: Filter, context: SqlContext): string {
  switch (filter.op) {
    case 'and':
    case 'or':
      return joined(
        filter.args.map((arg) => filterSql(arg, context)),
        filter.op,
      );
    case 'not':
      return `NOT ${filterSql(filter.arg, context)}`;
    case 'constant':
      return filter.value ? '1' : '0';
    case 'between': {
      const { value, lower, upper } = filter;
      const sides = [comparisonSql('>=', value, lower, context), comparisonSql('<=', value, upper, context)];
      return joined(sides, 'and');
    }
    case 'like':
      return likeSql(filter, context);
    case 'in':
      return listSql(filter.value, filter.list, context);
    case 'null':
      return `(${operandSql(filter.value, context)} IS NULL)`;
    case 'ids':
      context.values.push(JSON.stringify(filter.ids));
      return 'f.fid IN (SELECT value FROM json_each(?))';
    case 'bbox':
      return boxSql({ op: 'box', boxes: [filter.box] }, context);
    case '=':
    case '<>':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparisonSql(filter.op, filter.left, filter.right, context, filter.ignoreCase);
    default:
      return meetsSql({ op: filter.op, geometry: filter.geometry }, context);
  }
}

/** Balanced, because SQLite follows expressions 1000 deep only. */
export function joined(conditions: readonly string[], op: 'and' | 'or'): string {
  if (conditions.length === 0) return op === 'and' ? '1' : '0';
  if (conditions.length === 1) return conditions[0]!;
  const middle = conditions.length >> 1;
  const sides = [conditions.slice(0, middle), conditions.slice(middle)].map((side) => joined(side, op));
  return `(${sides.join(op === 'and' ? ' AND ' : ' OR ')})`;
}

/** A box as part of a condition. What covers the whole layer needs no test. */
export function boxSql(test: Extract<GeometryTest, { readonly boxes: unknown }>, context: SqlContext): string {
  const { bounds, geometryType } = context.layer;
  const boxes = bounds === null ? [] : test.boxes.flatMap((box) => windowsOf(box, bounds));
  if (geometryType === 'None' || boxes.length === 0) return '0';
  if (boxes.some((box) => isWithin(bounds!, box))) return '(f.geom IS NOT NULL)';
  return meetsSql({ ...test, boxes }, context);
}

/** `geom` in the same order as the values: the number of the test is bound as well. */
export function meetsSql(test: GeometryTest, context: SqlContext, geom = 'f.geom'): string {
  if (context.layer.geometryType === 'None') return 'NULL';
  context.tests.push(test);
  context.values.push(context.tests.length - 1);
  return `alidade_meets(?, ${geom})`;
}

/** Operators whose geometries meet: what they can find lies in the box of the given geometry. */
const MEETING: readonly SpatialOperator[] = [
  ...(['intersects', 'within', 'contains', 'equals', 'touches', 'crosses', 'overlaps'] as const),
];

/** The box in which everything lies that a filter can find; undefined for one without. */
export function windowOf(filter: Filter): ReturnType<typeof boundsOfGeometry> | undefined {
  if (filter.op === 'bbox') return filter.box;
  if ('geometry' in filter) return MEETING.includes(filter.op) ? boundsOfGeometry(filter.geometry) : undefined;
  if (filter.op !== 'and') return undefined;
  for (const arg of filter.args) {
    const window = windowOf(arg);
    if (window !== undefined) return window;
  }
  return undefined;
}

function likeSql({ value, pattern, ignoreCase = false }: LikeFilter, context: SqlContext): string {
  if ('literal' in value) throw fail('invalid-input', 'A pattern is compared with an attribute.');
  const text = operandSql(value, context);
  context.values.push(globOf(ignoreCase ? pattern.toLowerCase() : pattern));
  return `(${ignoreCase ? `alidade_folded(${text})` : text} GLOB ?)`;
}

/** GLOB instead of LIKE, because LIKE tells letters apart by ASCII's cases only. */
function globOf(pattern: string): string {
  return pattern.replaceAll(/\\([^])|[%_*?[]/g, (found, escaped?: string) => {
    const character = escaped ?? found;
    if (escaped === undefined && character === '%') return '*';
    if (escaped === undefined && character === '_') return '?';
    return '*?['.includes(character) ? `[${character}]` : character;
  });
}
