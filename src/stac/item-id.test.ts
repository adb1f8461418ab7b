import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCollectionId } from './collection-id.ts';
import { itemId, readItemId } from './item-id.ts';

it('ids name every path, in both kinds of base64', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (path) => {
      fc.pre(!path.includes('\0'));
      expect(itemId(path)).toMatch(/^[\w-]+$/);
      expect(readItemId(itemId(path))).toBe(path);
      expect(readItemId(Buffer.from(path).toString('base64'))).toBe(path);
    }),
  );
});

it('what is no id names nothing', () => {
  fc.assert(fc.property(fc.string(), (id) => void readItemId(id)));
  for (const id of ['', '!', 'A', '_w', 'YQ~', 'AA', 'YR']) expect(readItemId(id)).toBeUndefined();
});

it('collections are named with a colon or a slash', () => {
  expect(readCollectionId('a:b')).toEqual({ orgSlug: 'a', dsSlug: 'b' });
  expect(readCollectionId('a/b')).toEqual({ orgSlug: 'a', dsSlug: 'b' });
  for (const id of ['', 'a', 'a:', ':b', 'a:b:c', 'a/b/c'])
    expect(readCollectionId(id)).toEqual({ orgSlug: '', dsSlug: '' });
});
