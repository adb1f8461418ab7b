import { expect, test } from 'vitest';
import { featureColumns, featureRow, filterProperties } from './feature-columns.ts';
import { viewOn } from '../map/view-on.ts';
import { boundsOf } from './map-place.ts';
import { sortOf, sortText } from './sort-text.ts';

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

test('the map is opened on the box of what is selected', () => {
  const line = {
    coordinates: [
      [11, 46],
      [11.5, 46.2, 300],
    ],
  };
  const group = {
    geometries: [
      {
        coordinates: [
          [
            [10, 45],
            [10.5, 45],
            [10, 45.5],
            [10, 45],
          ],
        ],
      },
    ],
  };
  expect(boundsOf([line, null, group])).toEqual([10, 45, 11.5, 46.2]);
  expect(boundsOf([null, { coordinates: [] }])).toBeNull();
  expect(viewOn([11, 46, 11, 46])).toBe('19/46.0000000/11.0000000');
  expect(viewOn([-180, -90, 180, 90])).toBe('0/0.00/0.00');
});
