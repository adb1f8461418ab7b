import { expect, test } from 'vitest';
import { entryOf } from '../../files/entry-for-tests.ts';
import { modelFacts } from './built-facts.ts';

const factsOf = (properties: object) => modelFacts(entryOf('a.obj', 11, { properties: { ...properties } }));

test('facts of a model are its counts and its size', () =>
  expect(factsOf({ triangles: 1234, vertices: 700, materials: 2, pictures: 0, extent: [10.4, 20, 5.123] })).toEqual({
    rows: [
      ['Triangles', '1,234'],
      ['Vertices', '700'],
      ['Materials', '2'],
      ['Pictures', '0'],
      ['Size', '10.4 × 20 × 5.12 units'],
    ],
    choices: null,
    hasTiles: false,
  }));

test.each([
  ['a.obj', {}, '1 × 2 × 3 units'],
  ['a.GLB', {}, '1 × 2 × 3 m'],
  ['a.obj', { projection: 'EPSG:32632' }, '1 × 2 × 3 m'],
  ['a.ply', { localOrigin: [7, 46.5, 400] }, '1 × 2 × 3 m'],
])('the size of %s with %j is %s', (path, more, size) =>
  expect(modelFacts(entryOf(path, 11, { properties: { extent: [1, 2, 3], ...more } })).rows).toEqual([['Size', size]]),
);

test('tiles are told once they are there', () => {
  expect(factsOf({ tiles3d: { tiles: 3 } }).hasTiles).toBe(true);
  expect(factsOf({ tiles3d: null }).hasTiles).toBe(false);
});
