import { expect, test } from 'vitest';
import { forgetVisits, MOST_VISITS, noteVisit, readVisits, visitedDatasets } from './visits.ts';

function memory(text?: string) {
  const items = new Map<string, string>(text === undefined ? [] : [['alidade.visits', text]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const names = (store: ReturnType<typeof memory>, user = 'anna'): readonly string[] =>
  readVisits(store, user).map(({ org, ds }) => (ds === null ? org : `${org}/${ds}`));

test('the last opened page comes first, and each stands there once', () => {
  const store = memory();
  for (const ds of ['a', 'b', 'a', null, 'b']) noteVisit(store, 'anna', { org: 'club', ds });
  noteVisit(store, 'anna', { org: 'other', ds: 'a' });
  expect(names(store)).toEqual(['other/a', 'club/b', 'club', 'club/a']);
});

test('there are never more than the list has room for', () => {
  const store = memory();
  for (let at = 0; at < 40; at += 1) noteVisit(store, 'anna', { org: 'club', ds: `d${at}` });
  expect(names(store)).toHaveLength(MOST_VISITS);
  expect(names(store)[0]).toBe('club/d39');
});

test('of the visits the datasets are taken, as many as wanted', () => {
  const visits = [{ org: 'club', ds: null }, ...['a', 'b', 'c'].map((ds) => ({ org: 'club', ds }))];
  expect(visitedDatasets(visits, 2)).toEqual([
    { org: 'club', ds: 'a' },
    { org: 'club', ds: 'b' },
  ]);
});

test('another person sees none of them, and begins anew', () => {
  const store = memory();
  noteVisit(store, 'anna', { org: 'club', ds: 'a' });
  expect(names(store, 'bert')).toEqual([]);
  expect(names(store, '')).toEqual([]);
  noteVisit(store, 'bert', { org: 'club', ds: 'b' });
  expect(names(store, 'bert')).toEqual(['club/b']);
  expect(names(store)).toEqual([]);
});

test('signing out forgets them', () => {
  const store = memory();
  noteVisit(store, 'anna', { org: 'club', ds: 'a' });
  forgetVisits(store);
  expect(names(store)).toEqual([]);
});

test.each(['', '{', 'null', '7', '[]', '{"user":"anna"}', '{"user":"anna","seen":{}}', '{"user":1,"seen":[]}'])(
  'what is no list is none: %j',
  (text) => {
    expect(names(memory(text))).toEqual([]);
  },
);

test('of a list with other things in it the visits are taken, as many as there is room for', () => {
  const others = [null, 7, { org: 'club' }, { org: 1, ds: 'a' }, { org: 'club', ds: 5 }];
  const visits = Array.from({ length: 50 }, () => ({ org: 'c', ds: 'd' }));
  expect(names(memory(JSON.stringify({ user: 'anna', seen: [...others, ...visits] })))).toHaveLength(MOST_VISITS);
});
