import { pointed } from '../../format/decimal.ts';
import type { ValueKind } from '../value-kind.ts';
import { i18n } from '../../languages/i18n.ts';

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
  '=': i18n.t('is on'),
  '<>': i18n.t('is not on'),
  '<': i18n.t('is before'),
  '<=': i18n.t('is at or before'),
  '>': i18n.t('is after'),
  '>=': i18n.t('is at or after'),
};
const WORDS: Readonly<Record<Operator, string>> = {
  '=': 'is',
  '<>': i18n.t('is not'),
  '<': i18n.t('is less than'),
  '<=': i18n.t('is at most'),
  '>': i18n.t('is greater than'),
  '>=': i18n.t('is at least'),
  contains: 'contains',
  starts: i18n.t('starts with'),
  ends: i18n.t('ends with'),
  true: i18n.t('is true'),
  false: i18n.t('is false'),
  empty: i18n.t('is empty'),
  filled: i18n.t('is not empty'),
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
  if (kind === 'text') return value === '' ? i18n.t('Enter a text.') : null;
  if (kind === 'integer' || kind === 'number') {
    // 1e999 has the form of a number and is none.
    const number = pointed(value);
    return NUMBER.test(number) && Number.isFinite(Number(number)) ? null : i18n.t('Enter a number, such as 12.5.');
  }
  const isDay = kind === 'date';
  const isMoment = isDay ? DAY.test(value) && !Number.isNaN(Date.parse(value)) : isMinute(value);
  if (isMoment) return null;
  return isDay ? i18n.t('Enter a date.') : i18n.t('Enter a date and a time.');
}

const isMinute = (value: string): boolean => MINUTE.test(value) && !Number.isNaN(Date.parse(`${value}Z`));
