import type { User } from '../api/admin/users.ts';
import type { SortOf } from '../rows/sort-head.tsx';
import { parseSortText } from '../rows/sort-text.ts';
import { LOCALE } from '../languages/language.ts';

export const USER_SORT_KEYS = ['name', 'used', 'date'] as const;
export type UserSortKey = (typeof USER_SORT_KEYS)[number];
export type UserSort = SortOf<UserSortKey>;

/** "user2" before "user10", upper and lower case alike. */
const NAMES = new Intl.Collator(LOCALE, { numeric: true, sensitivity: 'base' });

const COMPARE: Readonly<Record<UserSortKey, (a: User, b: User) => number>> = {
  name: () => 0,
  used: (a, b) => a.storageUsed - b.storageUsed,
  date: (a, b) => Date.parse(a.createdDate) - Date.parse(b.createdDate),
};

/** By the key; equal ones by name. */
export function sortUsers(users: readonly User[], { key, descending }: UserSort): readonly User[] {
  const direction = descending ? -1 : 1;
  return users.toSorted(
    (a, b) =>
      direction * COMPARE[key](a, b) || (key === 'name' ? direction : 1) * NAMES.compare(a.userName, b.userName),
  );
}

/** Users with every word of the filter in their name, e-mail, a role or an organization; letter case does not count. */
export function filterUsers(users: readonly User[], filter: string): readonly User[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return users;
  return users.filter((user) => {
    const text = [user.userName, user.email, ...user.roles, ...user.organizations].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export const parseUserSort = (text: string | undefined): UserSort => parseSortText(USER_SORT_KEYS, text);
