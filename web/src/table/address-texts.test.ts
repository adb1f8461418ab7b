import { expect, test } from 'vitest';
import { parseBox } from './box-text.ts';
import { featureColumns, featureRow, filterProperties } from './feature-columns.ts';
import { sortOf, sortText } from './sort-text.ts';

test.each([
  ['11,45,12,46', [11, 45, 12, 46]],
  ['170,-20,-170,-10', [170, -20, -170, -10]],
  ['11,46,12,45', null],
  ['11,45,12', null],
  ['11,45,12,46,1', null],
  ['11,45,,46', null],
  ['a,45,12,46', null],
  ['11,45,181,46', null],
  ['', null],
])('the box "%s" is %j', (text, box) => expect(parseBox(text)).toEqual(box));

test('an order is one of a column that there is', () => {
  expect(sortOf('-height', ['height'])).toEqual({ name: 'height', isDescending: true });
  expect(sortOf('gone', ['height'])).toBeNull();
  expect(['', 'height', '-height'].map((text) => sortText(sortOf(text, ['height'])))).toEqual([
    '',
    'height',
    '-height',
  ]);
});

test('columns are the attributes of a layer, as wide as their values, and those with a comma have no order', () => {
  const schema = {
    properties: {
      geometry: { 'x-ogc-role': 'primary-geometry' },
      name: { type: 'string' },
      'a, b': { type: 'integer' },
      blob: { type: 'string', contentEncoding: 'base64' },
      day: { type: 'string', format: 'date' },
    },
  };
  const row = { id: 7, properties: { name: 'x'.repeat(30), 'a, b': 1, day: null } };
  const columns = featureColumns(schema, [row]);
  expect(columns.map(({ name, kind, isSortable }) => [name, kind, isSortable])).toEqual([
    ['name', 'text', true],
    ['a, b', 'integer', false],
    ['blob', 'bytes', false],
    ['day', 'date', true],
  ]);
  expect(columns[0]!.width).toBeGreaterThan(columns[1]!.width);
  expect(featureRow(row, columns)).toEqual({
    id: '7',
    label: 'feature 7',
    values: ['x'.repeat(30), 1, undefined, null],
  });
  expect(featureRow(undefined, columns)).toBeUndefined();
  expect(filterProperties(schema).map(({ name }) => name)).toEqual(['name', 'a, b', 'blob', 'day']);
});
