import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ValueKind } from '../value-kind.ts';
import { conditionProblem, operatorsOf, takesValue, type BuiltFilter, type FilterProperty } from './condition.ts';
import { builtFilterOf, filterText } from './filter-text.ts';
import { filterAndProperties } from './filters-for-tests.ts';

const PROPERTIES: readonly FilterProperty[] = (
  ['name', 'text', 'trees', 'integer', 'planted', 'date', 'seen', 'time', 'isWood', 'boolean'] as const
).flatMap((name, at, all) => (at % 2 === 0 ? [{ name, label: name, kind: all[at + 1] as ValueKind }] : []));
const one = (property: string, operator: BuiltFilter['conditions'][number]['operator'], value = ''): BuiltFilter => ({
  join: 'and',
  conditions: [{ property, operator, value }],
});

test.each([
  [one('name', 'contains', "O'Brien 50%_\\"), String.raw`CASEI("name") LIKE CASEI('%O''Brien 50\%\_\\%')`],
  [one('name', '=', 'oak'), `"name" = 'oak'`],
  [one('trees', '>=', ' 12.50 '), '"trees" >= 12.5'],
  [one('trees', '<', '-1,5'), '"trees" < -1.5'],
  [one('planted', '<', '2024-05-01'), `"planted" < DATE('2024-05-01')`],
  [one('seen', '>', '2024-05-01T12:30'), `"seen" > TIMESTAMP('2024-05-01T12:30:00Z')`],
  [one('isWood', 'true'), '"isWood" = TRUE'],
  [one('name', 'filled'), '"name" IS NOT NULL'],
])('a row as text: %j', (filter, text) => expect(filterText(filter, PROPERTIES)).toBe(text));

test('rows are joined by the word that was chosen', () => {
  const conditions = [...one('trees', '>', '1').conditions, ...one('name', 'empty').conditions];
  expect(filterText({ join: 'or', conditions }, PROPERTIES)).toBe('"trees" > 1 OR "name" IS NULL');
});

test('rows come back from their text, whatever names and values there are', () => {
  fc.assert(
    fc.property(filterAndProperties, ({ filter, properties }) => {
      const text = filterText(filter, properties);
      const back = builtFilterOf(text, properties);
      expect(back).not.toBeNull();
      // A value may be written in a shorter way: 1.50 as 1.5.
      expect(filterText(back!, properties)).toBe(text);
      expect(back!.conditions.map(({ property, operator }) => [property, operator])).toEqual(
        filter.conditions.map(({ property, operator }) => [property, operator]),
      );
    }),
  );
});

test.each([
  '',
  'trees > 1',
  '"trees" > 1 AND',
  '"trees" > 1 AND "name" IS NULL OR "name" IS NULL',
  '("trees" > 1)',
  '"other" > 1',
  `"name" LIKE '%a'`,
  `CASEI("name") LIKE CASEI('a%b')`,
  'S_INTERSECTS(geometry, BBOX(1,2,3,4))',
])('text by hand is no rows: %s', (text) => expect(builtFilterOf(text, PROPERTIES)).toBeNull());

test.each<readonly [ValueKind, string, boolean]>([
  ['number', '12.5', true],
  ['number', '12,5', true],
  ['number', '1,200,5', false],
  ['number', '1e999', false],
  ['number', '', false],
  ['integer', 'x', false],
  ['date', '2024-02-30x', false],
  ['date', '2024-02-28', true],
  ['time', '2024-02-28', false],
  ['time', '2024-02-28T10:00', true],
  ['text', '', false],
  ['text', ' ', true],
])('a value of a %s: "%s" is right: %s', (kind, value, isRight) => {
  const operator = operatorsOf(kind).find(takesValue)!;
  expect(conditionProblem({ property: 'a', operator, value }, kind) === null).toBe(isRight);
});
