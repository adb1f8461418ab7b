import { labelOf } from './form/fields.ts';
import { isRecord } from './form/problem-of.ts';

/** Longest text of one value; a shape of ten thousand positions is nothing to read. */
const MOST = 2000;

/** Measures of a tool have more digits than anybody measured. Positions stand in lists, and keep theirs. */
const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });

/** JSON of a tool as names and values for people; what is nothing is left out, what lies deeper has the names above before it. */
export function factRows(facts: Readonly<Record<string, unknown>>, above = ''): (readonly [string, string])[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const label = `${above}${labelOf(name)}`;
    if (value === null || value === undefined || value === '') return [];
    if (isRecord(value) && !('coordinates' in value)) return factRows(value, `${label}: `);
    return [[label, shortened(textOf(value))] as const];
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return NUMBER.format(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const shortened = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)} …` : text);
