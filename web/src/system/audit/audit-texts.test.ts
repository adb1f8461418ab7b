import { expect, test } from 'vitest';
import { actionText, detailsText } from './audit-texts.ts';

test.each([
  [{}, '–'],
  [{ id: 'x', path: '', dataset: null }, '–'],
  [{ level: 0, user: 'anna' }, 'level: 0, user: anna'],
  [{ before: [], roles: ['pilot', 'guest'], isPublic: false }, 'roles: pilot, guest, isPublic: false'],
  [{ after: { name: 'a' } }, 'after: {"name":"a"}'],
])('%j is told as "%s"', (details, text) => expect(detailsText(details)).toBe(text));

test('an action nobody has named yet is shown as it is', () => {
  expect(actionText('user.create')).toBe('User created');
  expect(actionText('moon.landing')).toBe('moon.landing');
});
