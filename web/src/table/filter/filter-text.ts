import { pointed } from '../../format/decimal.ts';
import type { ValueKind } from '../value-kind.ts';
import type { BuiltFilter, Condition, FilterProperty } from './condition.ts';

/**
 * CQL2 text of a filter (OGC 21-065r2). Names stand in quotes, so that none is taken for a keyword; texts are compared in any
 * letter case where a part of them is looked for.
 */
export function filterText({ join, conditions }: BuiltFilter, properties: readonly FilterProperty[]): string {
  const kinds = new Map(properties.map(({ name, kind }) => [name, kind]));
  return conditions
    .map((condition) => conditionText(condition, kinds.get(condition.property) ?? 'text'))
    .join(` ${join.toUpperCase()} `);
}

function conditionText({ property, operator, value }: Condition, kind: ValueKind): string {
  const name = `"${property.replaceAll('"', '""')}"`;
  switch (operator) {
    case 'empty':
      return `${name} IS NULL`;
    case 'filled':
      return `${name} IS NOT NULL`;
    case 'true':
    case 'false':
      return `${name} = ${operator.toUpperCase()}`;
    case 'contains':
      return likeText(name, `%${pattern(value)}%`);
    case 'starts':
      return likeText(name, `${pattern(value)}%`);
    case 'ends':
      return likeText(name, `%${pattern(value)}`);
    default:
      return `${name} ${operator} ${literal(value, kind)}`;
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const likeText = (name: string, text: string): string => `CASEI(${name}) LIKE CASEI(${quoted(text)})`;
/** What means something in a pattern gets a backslash. */
const pattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

function literal(value: string, kind: ValueKind): string {
  if (kind === 'integer' || kind === 'number') return String(Number(pointed(value)));
  if (kind === 'date') return `DATE(${quoted(value)})`;
  return kind === 'time' ? `TIMESTAMP(${quoted(withSeconds(value))})` : quoted(value);
}

/** Fields for a time leave out seconds that are zero, which CQL2 wants. They are in UTC. */
const withSeconds = (value: string): string => `${value.length === 16 ? `${value}:00` : value}Z`;

const NAME = '"((?:[^"]|"")*)"';
const TEXT = "'((?:[^']|'')*)'";
const form = (source: string): RegExp => new RegExp(source.replace('NAME', NAME).replace('TEXT', TEXT), 'y');

const compared = (property: string, sign = '', value = ''): Condition => ({
  property,
  operator: sign as Condition['operator'],
  value,
});

/** The forms of a condition that the builder writes, and the row that each is. Parts are a name, and what stands behind it. */
const FORMS: readonly (readonly [form: RegExp, row: (name: string, ...rest: string[]) => Condition | null])[] = [
  [form('NAME IS NULL'), (property) => ({ property, operator: 'empty', value: '' })],
  [form('NAME IS NOT NULL'), (property) => ({ property, operator: 'filled', value: '' })],
  [form('NAME = TRUE'), (property) => ({ property, operator: 'true', value: '' })],
  [form('NAME = FALSE'), (property) => ({ property, operator: 'false', value: '' })],
  [form(String.raw`CASEI\(NAME\) LIKE CASEI\(TEXT\)`), (property, text = '') => partOf(property, text)],
  [form(String.raw`NAME (<>|<=|>=|=|<|>) ([+-]?[\d.]+(?:e[+-]?\d+)?)`), compared],
  [form(String.raw`NAME (<>|<=|>=|=|<|>) DATE\(TEXT\)`), compared],
  [
    form(String.raw`NAME (<>|<=|>=|=|<|>) TIMESTAMP\(TEXT\)`),
    (property, sign = '', moment = '') => compared(property, sign, withoutZone(moment)),
  ],
  [form('NAME (<>|<=|>=|=|<|>) TEXT'), compared],
];

/** As the field of a time has it: seconds that are zero are left out. */
const withoutZone = (text: string): string => text.replace(/Z$/, '').replace(/^(.{16}):00$/, '$1');

/** What is looked for in a text, by the places of the signs for any text. */
function partOf(property: string, like: string): Condition | null {
  const plain = like.replaceAll(/\\([\\%_])|%/g, (_, escaped?: string) => escaped ?? '');
  const [atStart, atEnd] = [like.startsWith('%'), /(?<!\\)(?:\\\\)*%$/.test(like) && like !== '%'];
  if (!atStart && !atEnd) return null;
  return { property, operator: atStart ? (atEnd ? 'contains' : 'ends') : 'starts', value: plain };
}

/** The rows of a filter that the builder wrote; null for any other text. */
export function builtFilterOf(text: string, properties: readonly FilterProperty[]): BuiltFilter | null {
  const conditions: Condition[] = [];
  const joints = new Set<string>();
  let at = 0;
  for (;;) {
    const row = rowAt(text, at);
    if (row === null) return null;
    conditions.push(row.condition);
    at = row.end;
    if (at === text.length) break;
    const [joint, word] = /^ (AND|OR) /.exec(text.slice(at, at + 5)) ?? [];
    if (joint === undefined || word === undefined) return null;
    joints.add(word);
    at += joint.length;
  }
  if (joints.size > 1) return null;
  const built: BuiltFilter = { join: joints.has('OR') ? 'or' : 'and', conditions };
  const known = new Set(properties.map(({ name }) => name));
  // What would not be written the same again would be changed by looking at it.
  return conditions.every(({ property }) => known.has(property)) && filterText(built, properties) === text
    ? built
    : null;
}

function rowAt(text: string, at: number): { readonly condition: Condition; readonly end: number } | null {
  for (const [pattern, row] of FORMS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const [whole, name = '', ...rest] = match;
    const condition = row(name.replaceAll('""', '"'), ...rest.map((part) => part.replaceAll("''", "'")));
    if (condition !== null) return { condition, end: at + whole.length };
  }
  return null;
}
