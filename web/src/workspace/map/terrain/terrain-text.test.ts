import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXAGGERATIONS, formatTerrain, parseTerrain } from './terrain-text.ts';

test.each([
  ['dsm.tif', { path: 'dsm.tif', exaggeration: 1 }],
  ['a/dsm.tif;2', { path: 'a/dsm.tif', exaggeration: 2 }],
  ['dsm.tif;4', null],
  ['dsm.tif;2;3', null],
  [';2', null],
  ['', null],
  [undefined, null],
])('%s is %o', (text, terrain) => expect(parseTerrain(text)).toEqual(terrain));

test('what is written is read back, whatever a file is called', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.constantFrom(...EXAGGERATIONS), (path, exaggeration) => {
      expect(parseTerrain(formatTerrain({ path, exaggeration }))).toEqual({ path, exaggeration });
    }),
  );
});
