import {
  COMPARISONS,
  type Comparison,
  type Filter,
  type GeoBounds,
  type GeoGeometry,
  type Scalar,
  SPATIAL_OPERATORS,
  type SpatialOperator,
} from '../../kinds/vector/index.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';

/** A part of a filter in CQL2 (OGC 21-065r2), in either of its encodings. */
export type Expression =
  | { readonly kind: 'filter'; readonly filter: Filter }
  /** `isFolded`: upper and lower case count the same. */
  | { readonly kind: 'scalar'; readonly scalar: Scalar; readonly isFolded: boolean }
  | { readonly kind: 'geometry'; readonly geometry: GeoGeometry }
  | { readonly kind: 'bbox'; readonly box: GeoBounds }
  /** Ends as moments; null for an open one. */
  | { readonly kind: 'interval'; readonly start: string | null; readonly end: string | null }
  | { readonly kind: 'list'; readonly items: readonly Expression[] };

/** Longer than any filter that people write; each character is looked at. */
export const MAX_CQL2_LENGTH = 64 * 1024;
/** Levels of brackets, functions and conditions within each other: each is some calls deep. */
export const MAX_CQL2_DEPTH = 50;

export const invalidFilter = (why: string): Error =>
  failOgc('InvalidParameterValue', `The filter cannot be read: ${why}.`, 'filter');

export const scalarOf = (scalar: Scalar): Expression => ({ kind: 'scalar', scalar, isFolded: false });
export const filterOf = (filter: Filter): Expression => ({ kind: 'filter', filter });

/** The condition that a whole expression is. @throws InvalidParameterValue for a value */
export function conditionOf(expression: Expression): Filter {
  if (expression.kind === 'filter') return expression.filter;
  if (expression.kind === 'scalar') {
    const { scalar } = expression;
    if ('literal' in scalar && typeof scalar.literal === 'boolean') return { op: 'constant', value: scalar.literal };
    // An attribute that is true or false is a condition.
    if ('property' in scalar) return { op: '=', left: scalar, right: { literal: true } };
  }
  throw invalidFilter('a condition is wanted where a value stands');
}

/**
 * An operator or function applied to its operands, by its name in JSON and in any letter case.
 *
 * @throws InvalidParameterValue for what is not offered, or operands of another kind
 */
export function applyOperator(name: string, args: readonly Expression[]): Expression {
  const op = name.toLowerCase();
  const comparison = COMPARISONS.find((known) => known === op);
  if (comparison !== undefined) return filterOf(compare(comparison, ...exactly(2, op, args)));
  if (op === 'and' || op === 'or') {
    if (args.length === 0) throw invalidFilter(`${op} has nothing to join`);
    return filterOf({ op, args: args.map(conditionOf) });
  }
  const sign = ARITHMETIC.find((known) => known === op);
  if (sign !== undefined) return arithmetic(sign, ...exactly(2, op, args));
  const spatial = SPATIAL_OPERATORS.find((known) => op === `s_${known}` || op === known);
  if (spatial !== undefined) return filterOf(relate(spatial, ...exactly(2, op, args)));
  const operator = Object.hasOwn(OPERATORS, op) ? OPERATORS[op] : undefined;
  if (operator === undefined) throw invalidFilter(`there is no operator ${quoteInput(name)}`);
  return operator(args, op);
}

const ARITHMETIC = ['+', '-', '*', '/'] as const;

const OPERATORS: Readonly<Record<string, (args: readonly Expression[], op: string) => Expression>> = {
  not: (args, op) => filterOf({ op: 'not', arg: conditionOf(exactly(1, op, args)[0]) }),
  casei: (args, op) => ({ kind: 'scalar', scalar: valueOf(exactly(1, op, args)[0]), isFolded: true }),
  isnull: (args, op) => filterOf({ op: 'null', value: valueOf(exactly(1, op, args)[0]) }),
  between: (args, op) => {
    const [value, lower, upper] = exactly(3, op, args);
    return filterOf({ op: 'between', value: valueOf(value), lower: valueOf(lower), upper: valueOf(upper) });
  },
  like: (args, op) => filterOf(like(...exactly(2, op, args), false)),
  ilike: (args, op) => filterOf(like(...exactly(2, op, args), true)),
  in: (args, op) => filterOf(isIn(...exactly(2, op, args))),
  bbox: (args) => inBox(args),
  date: (args, op) => scalarOf({ moment: momentOf(textOf(exactly(1, op, args)[0]), 'date') }),
  timestamp: (args, op) => scalarOf({ moment: momentOf(textOf(exactly(1, op, args)[0]), 'timestamp') }),
  interval: (args, op) => {
    const [start, end] = exactly(2, op, args).map(endOf) as [string | null, string | null];
    return { kind: 'interval', start, end };
  },
  t_after: (args, op) => temporal('after', args, op),
  t_before: (args, op) => temporal('before', args, op),
  t_during: (args, op) => temporal('during', args, op),
  t_equals: (args, op) => temporal('equals', args, op),
  t_intersects: (args, op) => temporal('intersects', args, op),
  t_disjoint: (args, op) => filterOf({ op: 'not', arg: conditionOf(temporal('intersects', args, op)) }),
};

type Tuple<N extends number, T extends readonly Expression[] = []> = T['length'] extends N
  ? T
  : Tuple<N, [...T, Expression]>;

function exactly<N extends 1 | 2 | 3>(count: N, op: string, args: readonly Expression[]): Tuple<N> {
  if (args.length !== count) throw invalidFilter(`${op} has ${args.length} operands instead of ${count}`);
  return args as unknown as Tuple<N>;
}

function valueOf(expression: Expression): Scalar {
  if (expression.kind === 'scalar') return expression.scalar;
  throw invalidFilter('a value is wanted where a condition, a geometry or an interval stands');
}

const isFolded = (expression: Expression): boolean => expression.kind === 'scalar' && expression.isFolded;

function compare(op: Comparison, left: Expression, right: Expression): Filter {
  const ignoreCase = isFolded(left) || isFolded(right);
  return { op, left: valueOf(left), right: valueOf(right), ...(ignoreCase ? { ignoreCase } : {}) };
}

function like(value: Expression, pattern: Expression, ignoresCase: boolean): Filter {
  const ignoreCase = ignoresCase || isFolded(value) || isFolded(pattern);
  return { op: 'like', value: valueOf(value), pattern: textOf(pattern), ...(ignoreCase ? { ignoreCase } : {}) };
}

function isIn(value: Expression, list: Expression): Filter {
  if (list.kind !== 'list' || list.items.length === 0) throw invalidFilter('“in” wants a list of values');
  const { items } = list;
  if (!isFolded(value) && !items.some(isFolded)) return { op: 'in', value: valueOf(value), list: items.map(valueOf) };
  const folded: Expression = { kind: 'scalar', scalar: valueOf(value), isFolded: true };
  return { op: 'or', args: items.map((item) => compare('=', folded, item)) };
}

function arithmetic(op: '+' | '-' | '*' | '/', left: Expression, right: Expression): Expression {
  return scalarOf({ op, left: valueOf(left), right: valueOf(right) });
}

/** Names of the geometry: that of GeoJSON and that of WFS. */
export const GEOMETRY_NAMES: readonly string[] = ['geometry', 'geom'];

const isGeometry = (expression: Expression): boolean =>
  expression.kind === 'scalar' &&
  'property' in expression.scalar &&
  GEOMETRY_NAMES.includes(expression.scalar.property);

/** What is said of the geometry, when it stands second. */
const CONVERSE: Readonly<Partial<Record<SpatialOperator, SpatialOperator>>> = {
  within: 'contains',
  contains: 'within',
};

function relate(op: SpatialOperator, left: Expression, right: Expression): Filter {
  const [operator, literal] = isGeometry(left) ? [op, right] : [CONVERSE[op] ?? op, left];
  if (!isGeometry(left) && !isGeometry(right))
    throw invalidFilter(`${op} is about the attribute “${GEOMETRY_NAMES[0]}” and a geometry`);
  if (literal.kind === 'geometry') return { op: operator, geometry: literal.geometry };
  if (literal.kind !== 'bbox')
    throw invalidFilter(`${op} is about the attribute “${GEOMETRY_NAMES[0]}” and a geometry`);
  if (operator === 'intersects') return { op: 'bbox', box: literal.box };
  const [west, south, east, north] = literal.box;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { op: operator, geometry: { type: 'Polygon', coordinates: [ring] } };
}

/** A box of four numbers, or six with heights; with the geometry before them the condition of older CQL. */
function inBox(args: readonly Expression[]): Expression {
  const [first, ...rest] = args;
  const numbers = (first !== undefined && isGeometry(first) ? rest : args).map((arg) => numberOf(arg));
  if (numbers.length !== 4 && numbers.length !== 6) throw invalidFilter('a box has four numbers, or six');
  const half = numbers.length / 2;
  const box = [numbers[0]!, numbers[1]!, numbers[half]!, numbers[half + 1]!] as const;
  if (box[1] > box[3]) throw invalidFilter('the box ends before it begins');
  return first !== undefined && isGeometry(first) ? filterOf({ op: 'bbox', box }) : { kind: 'bbox', box };
}

function numberOf(expression: Expression): number {
  const scalar = valueOf(expression);
  if ('literal' in scalar && typeof scalar.literal === 'number') return scalar.literal;
  throw invalidFilter('a number is wanted');
}

function textOf(expression: Expression): string {
  const scalar = valueOf(expression);
  if ('literal' in scalar && typeof scalar.literal === 'string') return scalar.literal;
  throw invalidFilter('a text in quotes is wanted');
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/i;

export function momentOf(text: string, kind: 'date' | 'timestamp'): string {
  const isFit = kind === 'date' ? DATE.test(text) : TIMESTAMP.test(text);
  if (isFit && !Number.isNaN(Date.parse(text))) return text.toUpperCase();
  throw invalidFilter(
    `${quoteInput(text)} is no ${kind} such as ${kind === 'date' ? '2020-01-31' : '2020-01-31T12:00:00Z'}`,
  );
}

/** An end of an interval: a moment, its text, or `..`. */
function endOf(expression: Expression): string | null {
  const scalar = valueOf(expression);
  if ('moment' in scalar) return scalar.moment;
  const text = textOf(expression);
  return text === '..' ? null : momentOf(text, text.includes('T') || text.includes('t') ? 'timestamp' : 'date');
}

type Temporal = 'after' | 'before' | 'during' | 'equals' | 'intersects';
const TURNED: Readonly<Partial<Record<Temporal, Temporal>>> = { after: 'before', before: 'after' };

/** An attribute beside a moment or an interval. */
function temporal(relation: Temporal, args: readonly Expression[], op: string): Expression {
  const [left, right] = exactly(2, op, args);
  const isAttribute = ({ kind, ...rest }: Expression): boolean =>
    kind === 'scalar' && 'property' in (rest as Extract<Expression, { kind: 'scalar' }>).scalar;
  if (!isAttribute(left) && isAttribute(right) && relation !== 'during')
    return filterOf(relateTimes(TURNED[relation] ?? relation, valueOf(right), left));
  return filterOf(relateTimes(relation, valueOf(left), right));
}

function relateTimes(relation: Temporal, value: Scalar, other: Expression): Filter {
  const isInterval = other.kind === 'interval';
  const [start, end] = isInterval ? [other.start, other.end] : [valueOf(other), valueOf(other)];
  const bound = (op: Comparison, right: Scalar | string | null): Filter | undefined => {
    if (right === null) return undefined;
    return { op, left: value, right: typeof right === 'string' ? { moment: right } : right };
  };
  const all = (...filters: readonly (Filter | undefined)[]): Filter => {
    const known = filters.filter((filter) => filter !== undefined);
    if (known.length === 0) throw invalidFilter('the interval has no end at all');
    return known.length === 1 ? known[0]! : { op: 'and', args: known };
  };
  switch (relation) {
    case 'after':
      return end === null ? { op: 'constant', value: false } : bound('>', end)!;
    case 'before':
      return start === null ? { op: 'constant', value: false } : bound('<', start)!;
    case 'during':
      return all(bound('>', start), bound('<', end));
    case 'equals':
      return isInterval ? { op: 'constant', value: false } : bound('=', start)!;
    case 'intersects':
      return isInterval ? all(bound('>=', start), bound('<=', end)) : bound('=', start)!;
  }
}
