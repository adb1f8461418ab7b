import { beforeEach, expect, test, vi } from 'vitest';
import { holdsWords, nextItem } from './finder-item.ts';
import { noteVisit, readVisits, visitOf } from './visits.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test('keeps the last visits of each person, each page once', () => {
  for (let number = 0; number < 20; number += 1) noteVisit('anna', { org: 'valley', ds: `d${number}` });
  noteVisit('anna', { org: 'valley', ds: 'd15' });
  noteVisit(undefined, { org: 'open', ds: null });
  expect(readVisits('anna').map(({ ds }) => ds)).toEqual(['d15', 'd19', 'd18', 'd17', 'd16', 'd14', 'd13', 'd12']);
  expect(readVisits(undefined)).toEqual([{ org: 'open', ds: null }]);
  expect(readVisits('bert')).toEqual([]);
});

test.each(['', 'no json', 'null', '{"org":"x"}', '[null, 5, {"org": 5, "ds": null}, {"org": "x"}]'])(
  'takes nothing from what others wrote: %s',
  (text) => {
    kept.set('al-visits:anna', text);
    expect(readVisits('anna')).toEqual([]);
  },
);

test('knows which page is an organization or a dataset', () => {
  expect(['/', '/account', '/r/', '/r/town', '/r/town/-/members', '/r/town/a%20b/map'].map(visitOf)).toEqual([
    null,
    null,
    null,
    { org: 'town', ds: null },
    { org: 'town', ds: null },
    { org: 'town', ds: 'a b' },
  ]);
});

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
