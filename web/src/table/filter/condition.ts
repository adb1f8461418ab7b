import type { ValueKind } from '../value-kind.ts';

/** A property that can be filtered by. */
export type FilterProperty = { readonly name: string; readonly label: string; readonly kind: ValueKind };

export type Operator =
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'contains'
  | 'starts'
  | 'ends'
  | 'true'
  | 'false'
  | 'empty'
  | 'filled';

/** One row of the filter builder. `value` is what stands in its field; operators without one leave it empty. */
export type Condition = { readonly property: string; readonly operator: Operator; readonly value: string };

/** Conditions that must all hold, or one of them. */
export type BuiltFilter = { readonly join: 'and' | 'or'; readonly conditions: readonly Condition[] };

/** More rows than anybody reads; the service takes 1,000 conditions and values. */
export const MOST_CONDITIONS = 50;

const EMPTY: readonly Operator[] = ['empty', 'filled'];
const ORDER: readonly Operator[] = ['=', '<>', '<', '<=', '>', '>=', ...EMPTY];

const BY_KIND: Readonly<Record<ValueKind, readonly Operator[]>> = {
  integer: ORDER,
  number: ORDER,
  date: ORDER,
  time: ['<', '<=', '>', '>=', ...EMPTY],
  text: ['contains', '=', '<>', 'starts', 'ends', ...EMPTY],
  boolean: ['true', 'false', ...EMPTY],
  bytes: EMPTY,
};

/** Operators that make sense for a kind, the most used first. */
export const operatorsOf = (kind: ValueKind): readonly Operator[] => BY_KIND[kind];

export const takesValue = (operator: Operator): boolean => !['true', 'false', ...EMPTY].includes(operator);

const MOMENT_WORDS: Partial<Record<Operator, string>> = {
  '=': 'is on',
  '<>': 'is not on',
  '<': 'is before',
  '<=': 'is at or before',
  '>': 'is after',
  '>=': 'is at or after',
};
const WORDS: Readonly<Record<Operator, string>> = {
  '=': 'is',
  '<>': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is greater than',
  '>=': 'is at least',
  contains: 'contains',
  starts: 'starts with',
  ends: 'ends with',
  true: 'is true',
  false: 'is false',
  empty: 'is empty',
  filled: 'is not empty',
};

/** An operator as people read it. */
export const operatorText = (operator: Operator, kind: ValueKind): string =>
  (kind === 'date' || kind === 'time' ? MOMENT_WORDS[operator] : undefined) ?? WORDS[operator];

/** A new row for a property. */
export const conditionFor = ({ name, kind }: FilterProperty): Condition => ({
  property: name,
  operator: operatorsOf(kind)[0] ?? 'empty',
  value: '',
});

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/;

/** What is wrong with the value of a row, or null. */
export function conditionProblem({ operator, value }: Condition, kind: ValueKind): string | null {
  if (!takesValue(operator)) return null;
  if (kind === 'text') return value === '' ? 'Enter a text.' : null;
  if (kind === 'integer' || kind === 'number') {
    // 1e999 has the form of a number and is none.
    return NUMBER.test(value.trim()) && Number.isFinite(Number(value)) ? null : 'Enter a number, such as 12.5.';
  }
  const isDay = kind === 'date';
  const isMoment = isDay ? DAY.test(value) && !Number.isNaN(Date.parse(value)) : isMinute(value);
  if (isMoment) return null;
  return isDay ? 'Enter a date.' : 'Enter a date and a time.';
}

const isMinute = (value: string): boolean => MINUTE.test(value) && !Number.isNaN(Date.parse(`${value}Z`));
