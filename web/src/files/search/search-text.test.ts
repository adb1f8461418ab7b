import { expect, test } from 'vitest';
import { nextAfter } from '../../api/http.ts';
import { globOf } from '../../api/search.ts';
import { searchOf } from './search-text.ts';

test('an address without words and kind asks for the folder', () => {
  expect(searchOf('x', {})).toBeNull();
  expect(searchOf('x', { find: '  ', kind: 'photo' })).toBeNull();
});

test('words and kind of an address', () => {
  expect(searchOf('x', { find: ' a b ' })).toEqual({ folder: 'x', words: 'a b', by: 'name', type: null });
  expect(searchOf('', { by: 'text', kind: '14' })).toEqual({ folder: '', words: '', by: 'text', type: 14 });
});

test.each([
  ['img', '*img*'],
  ['*.tif', '*.tif'],
  ['a?', 'a?'],
  ['', ''],
])('"%s" is the pattern "%s"', (words, glob) => expect(globOf(words)).toBe(glob));

test.each([
  [null, null],
  ['<?query=*&after=a%2F%231>; rel="next"', 'a/#1'],
  ['<https://x.test/search?after=b>; rel=next', 'b'],
  ['<?after=b>; rel="prev"', null],
])('the header %s leads behind %s', (link, after) => expect(nextAfter(link)).toBe(after));
