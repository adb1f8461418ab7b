import { expect, test } from 'vitest';
import { withHash } from './return-address.ts';

test('the hash of the page that sent the browser here stays, unless the address has its own', () => {
  expect(withHash('/account', '#password')).toBe('/account#password');
  expect(withHash('/account#other', '#password')).toBe('/account#other');
  expect(withHash('/account', '')).toBe('/account');
});
