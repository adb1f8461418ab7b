import { expect, test } from 'vitest';
import { endBody, isWhole } from './link-end.ts';

test('an end as the service is asked for it', () => {
  expect(endBody({ choice: '7', date: '' })).toEqual({ expiresInDays: 7 });
  expect(endBody({ choice: 'never', date: '2026-12-31' })).toEqual({ expiresAt: null });
  const { expiresAt } = endBody({ choice: 'date', date: '2026-12-31' });
  const end = new Date(expiresAt!);
  expect([end.getFullYear(), end.getMonth(), end.getDate(), end.getHours()]).toEqual([2026, 11, 31, 23]);
});

test('a date has to be named', () => {
  expect(isWhole({ choice: 'date', date: '' })).toBe(false);
  expect(isWhole({ choice: 'date', date: '2026-12-31' })).toBe(true);
  expect(isWhole({ choice: 'never', date: '' })).toBe(true);
});
