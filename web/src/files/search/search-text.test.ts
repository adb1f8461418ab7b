import { expect, test } from 'vitest';
import { nextAfter } from '../../api/http.ts';
import { globOf } from '../../api/search.ts';
import type { FilterText } from '../../filter/filter-address.ts';
import { parseFilter } from '../../filter/filter.ts';
import { searchOf } from './search-text.ts';

const part = (text: FilterText) => parseFilter(text);

test('an address without words and filter asks for the folder', () => {
  expect(searchOf(part({ path: 'x' }), {})).toBeNull();
  expect(searchOf(part({ path: 'x', kind: 'photo', from: 'May', box: '1,2' }), { find: '  ' })).toBeNull();
});

test('words and filter of an address', () => {
  expect(searchOf(part({ path: 'x' }), { find: ' a b ' })).toEqual({ words: 'a b', by: 'name', part: { path: 'x' } });
  expect(searchOf(part({ kind: '14' }), { by: 'text' })).toEqual({ words: '', by: 'text', part: { types: [14] } });
  expect(searchOf(part({ box: '1,2,3,4' }), {})).toEqual({ words: '', by: 'name', part: { bbox: '1,2,3,4' } });
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
