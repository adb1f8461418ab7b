import { expect, test } from 'vitest';
import { holdsWords, nextItem } from './finder-item.ts';

test('arrow keys go round, page keys stop at the ends', () => {
  expect(nextItem(3, 2, 'ArrowDown')).toBe(0);
  expect(nextItem(3, 0, 'ArrowUp')).toBe(2);
  expect(nextItem(9, 1, 'PageDown')).toBe(7);
  expect(nextItem(9, 4, 'PageUp')).toBe(0);
  expect(nextItem(0, 0, 'ArrowDown')).toBeNull();
  expect(nextItem(3, 0, 'a')).toBeNull();
});

test('an action is found by parts of its words', () => {
  expect(holdsWords('Switch to dark colours', 'DARK sw')).toBe(true);
  expect(holdsWords('Switch to dark colours', 'light')).toBe(false);
});
