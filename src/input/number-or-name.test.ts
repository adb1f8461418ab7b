import { expect, it } from 'vitest';
import { namedNumbers } from './number-or-name.ts';

const level = namedNumbers('Read Only', 'Read/Write');

it('reads a number, its text and its name in any letter case', () => {
  const given = [0, '0', 'ReadOnly', 'read only', 'READ_ONLY', 1, '1', 'read/write', 'readWrite'];
  expect(given.map((value) => level.read('permissions', value))).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1]);
});

it('refuses what is neither, and names the choices', () => {
  for (const value of [2, -1, 0.5, '', 'admin', '__proto__', '1e0']) {
    expect(() => level.read('permissions', value)).toThrow('permissions must be one of: 0 Read Only, 1 Read/Write');
  }
});
