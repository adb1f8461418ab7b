import { labelOf } from '../form/fields.ts';
import { isRecord } from '../../format/value.ts';
import { i18n } from '../../languages/i18n.ts';
import { LOCALE } from '../../languages/language.ts';

/** Longest text of one value; a shape of ten thousand positions is nothing to read. */
const MOST = 2000;

/** Parts that are shown one by one. */
const MOST_PARTS = 20;

/** Measures of a tool have more digits than anybody measured. Positions stand in lists, and keep theirs. */
const NUMBER = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 });

/**
 * JSON of a tool as names and values for people; what is nothing is left out, what lies deeper comes later and has the names
 * above before it.
 *
 * @param called what some of them are called, by their names
 */
export function factRows(
  facts: Readonly<Record<string, unknown>>,
  above = '',
  called: Readonly<Record<string, string>> = {},
): (readonly [string, string])[] {
  const rows: (readonly [string, string])[] = [];
  const below: (readonly [string, string])[] = [];
  const lists: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(facts)) {
    const label = `${above}${Object.hasOwn(called, name) ? called[name] : labelOf(name)}`;
    if (value === null || value === undefined || value === '') continue;
    if (isPart(value)) below.push(...factRows(value, `${label}: `));
    else if (Array.isArray(value) && value.length <= MOST_PARTS && value.every(isPart))
      for (const [index, part] of value.entries()) lists.push(...factRows(part, `${label}, ${index + 1}: `));
    else rows.push([label, shortened(textOf(value))]);
  }
  return [...rows, ...below, ...lists];
}

/** Has values of its own to be shown; a shape is one value. */
const isPart = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !('coordinates' in value);

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? i18n.t('yes') : i18n.t('no');
  if (typeof value === 'number') return NUMBER.format(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const shortened = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)} …` : text);
