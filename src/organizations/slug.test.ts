import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkSlug, slugify } from './slug.ts';

it.each([
  ['West field', 'west-field'],
  ['Zürich Süd', 'zurich-sud'],
  ['--x', '0-x'],
  ['_x', '0_x'],
  ['', '00'],
  ['日本', '00'],
])('makes a slug of %j', (name, slug) => {
  expect(slugify(name)).toBe(slug);
});

it('makes of any name a slug that is accepted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => void checkSlug(slugify(name))),
    { numRuns: 2000 },
  );
});
