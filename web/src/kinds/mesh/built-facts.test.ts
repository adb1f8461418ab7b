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
      ['Size', '10.4 × 20 × 5.12 m'],
    ],
    choices: null,
  }));
