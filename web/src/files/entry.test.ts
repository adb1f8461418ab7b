import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../api/answers.ts';
import { rowAfterKey } from '../rows/row-focus.ts';
import { formatSort } from '../rows/sort-text.ts';
import { hasThumbnail, lookOf, viewerFor } from '../kinds/index.ts';
import { entryOf } from './entry-for-tests.ts';
import { parseSort, sortEntries } from './entry-order.ts';
import { baseName, crumbs, entryNameProblem, joinPath, parentPath } from './entry-path.ts';
import { warningOf } from './entry-warning.ts';
import { missingText } from './missing-text.ts';

const entry = (change: Partial<Entry>): Entry => entryOf('a.tif', 2, { hash: 'h', size: 1, ...change });

/** Names as people give them, without the separator. */
const names = fc.array(
  fc.string({ unit: 'grapheme', minLength: 1 }).filter((it) => !it.includes('/')),
  { minLength: 1 },
);

describe('paths', () => {
  test('taking a path apart and putting it together again changes nothing', () => {
    fc.assert(
      fc.property(names, (segments) => {
        const path = segments.join('/');
        expect(joinPath(parentPath(path), baseName(path))).toBe(path);
        expect(crumbs(path).map(({ name }) => name)).toEqual(segments);
        expect(crumbs(path).at(-1)?.path).toBe(path);
      }),
    );
  });

  test('the root has no name and no crumbs', () => {
    expect(baseName('')).toBe('');
    expect(parentPath('x')).toBe('');
    expect(crumbs('')).toEqual([]);
  });

  test.each(['', ' ', '.', '..', '.ddb', 'a/b', 'a\\b', 'a\nb', 'é'.repeat(128)])('no folder is named "%s"', (name) =>
    expect(entryNameProblem(name)).not.toBeNull(),
  );
  test.each(['#1?', '100 %', 'a+b', 'Überflug', '🚁'])('a folder may be named "%s"', (name) =>
    expect(entryNameProblem(name)).toBeNull(),
  );
});

describe('order', () => {
  const list = [
    entry({ path: 'b10', size: 5, mtime: 3 }),
    entry({ path: 'B2', size: 9, mtime: 1 }),
    entry({ path: 'z', type: 1 }),
  ];
  const paths = (sort: string | undefined): readonly string[] =>
    sortEntries(list, parseSort(sort)).map(({ path }) => path);

  test('folders first, numbers by value', () => expect(paths(undefined)).toEqual(['z', 'B2', 'b10']));
  test('by size, largest first', () => expect(paths('-size')).toEqual(['z', 'B2', 'b10']));
  test('by date', () => expect(paths('date')).toEqual(['z', 'B2', 'b10']));
  test('by name backwards', () => expect(paths('-name')).toEqual(['z', 'b10', 'B2']));
  test.each([undefined, '-name', 'size', '-size', 'date', '-date'])('the address keeps "%s"', (text) =>
    expect(formatSort(parseSort(text))).toBe(text),
  );
  test('nonsense is by name', () => expect(parseSort('-colour')).toEqual({ key: 'name', descending: false }));
});

test('a raster has a thumbnail once it is built', () => {
  const drawn = ['raster', 'document'];
  expect(hasThumbnail(entry({ type: 4, buildStatus: 'building' }), drawn)).toBe(false);
  expect(hasThumbnail(entry({ type: 4, buildStatus: null }), drawn)).toBe(true);
  expect(hasThumbnail(entry({ type: 5 }), drawn)).toBe(false);
  expect(hasThumbnail(entry({ path: 'plan.PDF' }), drawn)).toBe(true);
});

test.each([
  [11, 'mesh'],
  [15, 'splat'],
])('an entry of type %i has one where the service draws %s', (type, kind) => {
  expect(hasThumbnail(entry({ type }), ['raster', kind])).toBe(true);
  expect(hasThumbnail(entry({ type }), ['raster'])).toBe(false);
});

test('a video has one only where the service can draw it', () => {
  expect(hasThumbnail(entry({ type: 9 }), ['raster'])).toBe(false);
  expect(hasThumbnail(entry({ type: 10 }), ['raster', 'video'])).toBe(true);
});

test('what the browser cannot show is downloaded', () => {
  const opensInBrowser = (it: Entry): boolean => viewerFor(it).opens === 'tab';
  expect(opensInBrowser(entry({ path: 'a.jpg', type: 6 }))).toBe(true);
  expect(opensInBrowser(entry({ path: 'a.TIF', type: 6 }))).toBe(false);
  expect(opensInBrowser(entry({ path: 'a.laz', type: 5 }))).toBe(false);
});

test('kinds the pages do not know are files', () => expect(lookOf({ type: 99 }).title).toBe('File'));

test('warnings are text or nothing', () => {
  expect(warningOf(entry({ properties: { warning: 'Cut off.' } }))).toBe('Cut off.');
  expect(warningOf(entry({ properties: { warning: 3 } }))).toBeNull();
  expect(warningOf(entry({ properties: null }))).toBeNull();
});

test('a held build names what it waits for', () => {
  expect(missingText(entry({ buildMissingDependencies: ['x/a.dbf', 'x/a.shx'] }))).toBe('Waits for a.dbf, a.shx');
  expect(missingText(entry({}))).toBe('Waits for companion files');
});

test('keys stay inside the list', () => {
  expect(rowAfterKey('ArrowUp', 0, 5)).toBe(0);
  expect(rowAfterKey('PageDown', 2, 5)).toBe(4);
  expect(rowAfterKey('End', 0, 5)).toBe(4);
  expect(rowAfterKey('a', 0, 5)).toBeNull();
});
