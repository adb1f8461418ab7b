import { expect, test } from 'vitest';
import type { User } from '../api/admin/users.ts';
import { formatSort } from '../rows/sort-text.ts';
import { filterUsers, parseUserSort, sortUsers } from './user-order.ts';

const user = (userName: string, more: Partial<User> = {}): User => ({
  id: userName,
  userName,
  email: `${userName.toLowerCase()}@example.com`,
  roles: [],
  organizations: [],
  storageQuota: null,
  storageUsed: 0,
  organizationCount: 0,
  datasetCount: 0,
  createdDate: '2026-01-01T00:00:00Z',
  ...more,
});

const USERS = [
  user('pilot10', { storageUsed: 5, createdDate: '2026-03-01T00:00:00Z' }),
  user('Pilot2', { storageUsed: 9, roles: ['editor'] }),
  user('anna', { email: 'office@vineyard.example', organizations: ['club'], createdDate: '2026-02-01T00:00:00Z' }),
];

const names = (users: readonly User[]): readonly string[] => users.map(({ userName }) => userName);

test.each([
  [undefined, ['anna', 'Pilot2', 'pilot10']],
  ['-name', ['pilot10', 'Pilot2', 'anna']],
  ['-used', ['Pilot2', 'pilot10', 'anna']],
  ['date', ['Pilot2', 'anna', 'pilot10']],
  ['colour', ['anna', 'Pilot2', 'pilot10']],
])('sorted by "%s"', (sort, expected) => {
  expect(names(sortUsers(USERS, parseUserSort(sort)))).toEqual(expected);
});

test.each([undefined, '-name', 'used', '-used', 'date', '-date'])('the address keeps "%s"', (text) => {
  expect(formatSort(parseUserSort(text))).toBe(text);
});

test.each([
  ['', ['pilot10', 'Pilot2', 'anna']],
  ['PILOT', ['pilot10', 'Pilot2']],
  ['vineyard', ['anna']],
  ['pilot editor', ['Pilot2']],
  ['  club ', ['anna']],
  ['nobody', []],
])('filtered by "%s"', (filter, expected) => {
  expect(names(filterUsers(USERS, filter))).toEqual(expected);
});
