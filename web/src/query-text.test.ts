import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery, stringifyQuery, textOf } from './query-text.ts';
import { returnAddress } from './session/return-address.ts';

test('any path survives the address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (path) => {
      expect(parseQuery(stringifyQuery({ path }))).toEqual({ path });
    }),
  );
});

test('numbers stay text, nothing stays out', () => {
  expect(parseQuery('?path=12')).toEqual({ path: '12' });
  expect(stringifyQuery({ path: '', sort: undefined })).toBe('');
  expect(stringifyQuery({ path: 'a b/c#1' })).toBe('?path=a%20b/c%231');
  expect(textOf('')).toBeUndefined();
});

test.each([undefined, '', 'x', 'http://evil', '//evil', '/\\evil', '/a\n', '/login', '/login?return=/x'])(
  'signing in never leads to %j',
  (wanted) => expect(returnAddress(wanted)).toBe('/'),
);
test.each(['/r/o/d?path=a%2Fb#12/3/4', '/account', '/logins'])('signing in leads back to %s', (wanted) =>
  expect(returnAddress(wanted)).toBe(wanted),
);
