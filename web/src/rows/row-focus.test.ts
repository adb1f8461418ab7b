import { expect, test } from 'vitest';
import { activeRow, type Renaming } from './row-focus.ts';

const rows = (names: string, renaming?: Renaming) => ({
  count: names.length,
  keyOf: (index: number) => names.charAt(index),
  renaming,
});

test('the active row is the same one, wherever it is now', () => {
  expect(activeRow({ index: 1, key: 'b' }, rows('abc'))).toBe(1);
  expect(activeRow({ index: 1, key: 'b' }, rows('zzabc'))).toBe(3);
});

test('before somebody was there it is the first one, whatever comes', () => {
  expect(activeRow({ index: 0, key: null }, rows('zabc'))).toBe(0);
});

test('when it is gone, the one that took its place; at the end the last one', () => {
  expect(activeRow({ index: 1, key: 'b' }, rows('acd'))).toBe(1);
  expect(activeRow({ index: 2, key: 'c' }, rows('ab'))).toBe(1);
  expect(activeRow({ index: 2, key: 'c' }, rows(''))).toBe(0);
});

test('under its new name it is still the same one; the renaming of another one changes nothing', () => {
  expect(activeRow({ index: 0, key: 'a' }, rows('bcz', { from: 'a', to: 'z' }))).toBe(2);
  expect(activeRow({ index: 0, key: 'b' }, rows('cz', { from: 'a', to: 'z' }))).toBe(0);
});
