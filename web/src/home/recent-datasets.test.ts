import { expect, test } from 'vitest';
import { forgetRecentDatasets, MOST_RECENT, recentDatasets, rememberDataset } from './recent-datasets.ts';

function memory(text?: string) {
  const items = new Map<string, string>(text === undefined ? [] : [['alidade.recent-datasets', text]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const names = (store: ReturnType<typeof memory>, user = 'anna'): readonly string[] =>
  recentDatasets(store, user).map(({ org, ds }) => `${org}/${ds}`);

test('the last opened dataset comes first, and each stands there once', () => {
  const store = memory();
  for (const ds of ['a', 'b', 'a']) rememberDataset(store, 'anna', { org: 'club', ds });
  rememberDataset(store, 'anna', { org: 'other', ds: 'a' });
  expect(names(store)).toEqual(['other/a', 'club/a', 'club/b']);
});

test('there are never more than the list has room for', () => {
  const store = memory();
  for (let at = 0; at < 40; at += 1) rememberDataset(store, 'anna', { org: 'club', ds: `d${at}` });
  expect(names(store)).toHaveLength(MOST_RECENT);
  expect(names(store)[0]).toBe('club/d39');
});

test('another person sees none of them, and begins anew', () => {
  const store = memory();
  rememberDataset(store, 'anna', { org: 'club', ds: 'a' });
  expect(names(store, 'bert')).toEqual([]);
  rememberDataset(store, 'bert', { org: 'club', ds: 'b' });
  expect(names(store, 'bert')).toEqual(['club/b']);
  expect(names(store)).toEqual([]);
});

test('signing out forgets them', () => {
  const store = memory();
  rememberDataset(store, 'anna', { org: 'club', ds: 'a' });
  forgetRecentDatasets(store);
  expect(names(store)).toEqual([]);
});

test.each(['', '{', 'null', '7', '[]', '{"user":"anna"}', '{"user":"anna","seen":{}}', '{"user":1,"seen":[]}'])(
  'what is no list is none: %j',
  (text) => {
    expect(names(memory(text))).toEqual([]);
  },
);

test('of a list with other things in it the datasets are taken, as many as there is room for', () => {
  const seen = [
    null,
    7,
    { org: 'club' },
    { org: 1, ds: 'a' },
    ...Array.from({ length: 50 }, () => ({ org: 'c', ds: 'd' })),
  ];
  expect(names(memory(JSON.stringify({ user: 'anna', seen })))).toHaveLength(MOST_RECENT);
});
