import { describe, expect, it } from 'vitest';
import { NOTHING_TYPED, rowOfLetters, treeStep, typedOn } from './tree-keys.ts';
import { pathsTo, treeRows } from './tree-rows.ts';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '': ['maps', 'photos', 'plans'],
  photos: ['photos/day 1', 'photos/day 2'],
  'photos/day 1': [],
};
const rowsOf = (...opened: readonly string[]) => treeRows('', new Set(opened), (path) => FOLDERS[path]);

describe('rows of the tree', () => {
  it('shows what is in open folders below them, with their places', () => {
    expect(
      rowsOf('', 'photos').map(({ path, level, position, siblings }) => [path, level, position, siblings]),
    ).toEqual([
      ['', 1, 1, 1],
      ['maps', 2, 1, 3],
      ['photos', 2, 2, 3],
      ['photos/day 1', 3, 1, 2],
      ['photos/day 2', 3, 2, 2],
      ['plans', 2, 3, 3],
    ]);
  });

  it('knows that an empty folder opens nothing, and waits for what is not there yet', () => {
    const rows = rowsOf('', 'photos', 'maps');
    expect(rows.map(({ isOpen }) => isOpen)).toEqual([true, true, true, null, false, false]);
    expect(rows.filter(({ isLoading }) => isLoading).map(({ path }) => path)).toEqual(['maps']);
  });

  it('tells all that a folder is in', () => {
    expect(pathsTo('', 'a/b/c')).toEqual(['', 'a', 'a/b', 'a/b/c']);
    expect(pathsTo('', '')).toEqual(['']);
    expect(pathsTo('a', 'a/b')).toEqual(['a', 'a/b']);
    expect(pathsTo('a', 'ab')).toEqual(['a']);
  });
});

describe('keys of the tree', () => {
  const rows = rowsOf('', 'photos');
  it.each([
    ['ArrowDown', 0, { does: 'go', path: 'maps' }],
    ['ArrowUp', 0, { does: 'go', path: '' }],
    ['End', 0, { does: 'go', path: 'plans' }],
    ['Home', 4, { does: 'go', path: '' }],
    ['ArrowRight', 1, { does: 'open', path: 'maps' }],
    ['ArrowRight', 2, { does: 'go', path: 'photos/day 1' }],
    ['ArrowRight', 3, { does: 'go', path: 'photos/day 1' }],
    ['ArrowLeft', 2, { does: 'close', path: 'photos' }],
    ['ArrowLeft', 4, { does: 'go', path: 'photos' }],
    ['ArrowLeft', 1, { does: 'go', path: '' }],
    ['Enter', 3, { does: 'choose', path: 'photos/day 1' }],
    [' ', 1, { does: 'choose', path: 'maps' }],
    ['x', 1, null],
    ['Tab', 1, null],
  ] as const)('%s at row %i', (key, at, step) => expect(treeStep(key, rows, at)).toEqual(step));

  it('finds names by letters, from name to name, and begins again after a pause', () => {
    expect(rowOfLetters(rows, 0, 'p')?.path).toBe('photos');
    expect(rowOfLetters(rows, 2, 'pp')?.path).toBe('plans');
    expect(rowOfLetters(rows, 5, 'p')?.path).toBe('photos');
    expect(rowOfLetters(rows, 2, 'PL')?.path).toBe('plans');
    expect(rowOfLetters(rows, 0, 'zz')).toBeUndefined();
    const typed = typedOn(typedOn(NOTHING_TYPED, 'p', 5000), 'l', 5300);
    expect(typed.letters).toBe('pl');
    expect(typedOn(typed, 'm', 6500).letters).toBe('m');
  });
});
