import { expect, it } from 'vitest';
import { networkOf } from './client-address.ts';

it('takes an IPv4 address as it is, also inside IPv6', () => {
  expect([networkOf('192.0.2.7'), networkOf('::ffff:192.0.2.7'), networkOf('127.0.0.1')]).toEqual([
    '192.0.2.7',
    '192.0.2.7',
    '127.0.0.1',
  ]);
});

it('takes all addresses of an IPv6 customer as one', () => {
  const mine = networkOf('2001:db8:1:2:aaaa::1');
  expect(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(mine);
  expect(networkOf('2001:db8:1:3::1')).not.toBe(mine);
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'));
});

it('does not fall over what is no address', () => {
  expect([networkOf(''), networkOf(undefined), networkOf('unknown'), networkOf('x'.repeat(1000)).length]).toEqual([
    '',
    '',
    'unknown',
    64,
  ]);
});
