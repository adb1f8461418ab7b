import { fail, type ServiceError } from '../../../errors/index.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import { quoted } from '../sqlite.ts';
import { columnKind, type ColumnKind } from './column-kind.ts';
import type { Comparison, Scalar } from './filter.ts';

interface Context {
  readonly layer: GeoPackageLayer;
  readonly values: (string | number)[];
}

/** How two operands are compared: literals take the kind of what they are compared with. */
type Comparing = 'number' | 'text' | 'moment';

/** A comparison. @throws `invalid-input` for unknown attributes, and literals that cannot be what they are compared with */
export function comparisonSql(
  op: Comparison,
  left: Scalar,
  right: Scalar,
  context: Context,
  ignoreCase = false,
): string {
  const by = comparing([left, right], context.layer);
  const side = (scalar: Scalar): string => {
    const sql = operandSql(scalar, context, by);
    return ignoreCase && by === 'text' ? `alidade_folded(${sql})` : sql;
  };
  return `(${side(left)} ${op} ${side(right)})`;
}

/** Whether a value is one of a list. */
export function listSql(value: Scalar, list: readonly Scalar[], context: Context): string {
  const by = comparing([value, ...list], context.layer);
  const sides = [value, ...list].map((scalar) => operandSql(scalar, context, by));
  return `(${sides[0]} IN (${sides.slice(1).join(', ')}))`;
}

/** An operand; as it is without `by`. */
export function operandSql(scalar: Scalar, context: Context, by?: Comparing): string {
  if ('property' in scalar) {
    const column = columnOf(scalar.property, context.layer);
    return by === 'moment' ? `alidade_moment(f.${quoted(column.name)})` : `f.${quoted(column.name)}`;
  }
  if ('op' in scalar) {
    const [left, right] = [operandSql(scalar.left, context, 'number'), operandSql(scalar.right, context, 'number')];
    // Whole numbers divided are not cut off, as in all the filter languages.
    return scalar.op === '/' ? `(CAST(${left} AS REAL) / ${right})` : `(${left} ${scalar.op} ${right})`;
  }
  context.values.push('moment' in scalar ? momentOf(scalar.moment) : literalOf(scalar.literal, by));
  return '?';
}

function comparing(scalars: readonly Scalar[], layer: GeoPackageLayer): Comparing {
  const kinds = scalars.map((scalar): ColumnKind | 'moment' | undefined => {
    if ('moment' in scalar) return 'moment';
    if ('op' in scalar) return 'number';
    return 'property' in scalar ? columnKind(columnOf(scalar.property, layer)) : undefined;
  });
  if (kinds.includes('bytes')) throw invalid('Attributes of bytes can only be asked whether they are null.');
  if (kinds.includes('moment')) return 'moment';
  if (kinds.some((kind) => kind === 'text' || kind === 'date')) return 'text';
  if (kinds.some((kind) => kind !== undefined)) return 'number';
  // Literals among themselves.
  return scalars.some((scalar) => 'literal' in scalar && typeof scalar.literal === 'string') ? 'text' : 'number';
}

function literalOf(literal: string | number | boolean, by: Comparing | undefined): string | number {
  if (by === 'moment') return momentOf(String(literal));
  if (by === 'text') return String(literal);
  if (by === undefined) return typeof literal === 'boolean' ? Number(literal) : literal;
  if (typeof literal !== 'string') return Number(literal);
  const text = literal.trim();
  if (text === 'true' || text === 'false') return Number(text === 'true');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) {
    throw invalid(`“${text.slice(0, 100)}” is no number, and is compared with one.`);
  }
  return Number(text);
}

function momentOf(text: string): number {
  const moment = readMoment(text);
  if (moment === null) throw invalid(`“${text.slice(0, 100)}” is no date and no time such as 2020-01-31T12:00:00Z.`);
  return moment;
}

const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Milliseconds since 1970 of an ISO 8601 date or time; one without offset is in UTC. Null for other text. */
export function readMoment(text: string): number | null {
  const match = MOMENT.exec(text);
  if (match === null) return null;
  const isZoned = match[1] !== undefined || text.length === 10;
  const moment = Date.parse(isZoned ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`);
  return Number.isNaN(moment) ? null : moment;
}

/** @throws `invalid-input` for an attribute the layer does not have */
export function columnOf(name: string, { columns }: GeoPackageLayer): GeoPackageLayer['columns'][number] {
  const column = columns.find((each) => each.name === name);
  if (column === undefined) {
    throw fail('invalid-input', `The features have no attribute “${name.slice(0, 200)}”.`);
  }
  return column;
}

const invalid = (message: string): ServiceError => fail('invalid-input', message);
