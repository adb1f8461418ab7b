import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatHeights, parseHeights, withHeights } from './chosen-heights.ts';
import { HEIGHT_REFERENCES } from './height-reference.ts';

test('choices go into the address and come back, whatever a path is', () => {
  const chosen = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.constantFrom(...HEIGHT_REFERENCES)), {
    selector: ([path]) => path,
    maxLength: 20,
  });
  fc.assert(
    fc.property(chosen, (pairs) => {
      expect([...parseHeights(formatHeights(new Map(pairs)))]).toEqual(pairs);
    }),
  );
});

test('what is not understood is left out, and a choice can be taken back', () => {
  expect([...parseHeights('a.tif;sky,;sea,b.tif')]).toEqual([]);
  expect(formatHeights(new Map())).toBeUndefined();
  const one = withHeights(new Map(), 'a', 'sea');
  expect([...withHeights(one, 'a', 'ellipsoid')]).toEqual([['a', 'ellipsoid']]);
  expect([...withHeights(one, 'a', null)]).toEqual([]);
});
