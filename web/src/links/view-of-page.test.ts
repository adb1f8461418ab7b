import { expect, test } from 'vitest';
import { viewOfPage } from './view-of-page.ts';

test.each([
  ['', '', ''],
  ['?path=a%20b&sort=name', '#3d', '?path=a%20b&sort=name#3d'],
  ['?path=a&token=ald_x', '', '?path=a'],
  ['?token=ald_x', '#1/2', '#1/2'],
  ['?TOKEN=x&tokens=2', '', '?tokens=2'],
])('%s%s', (search, hash, view) => expect(viewOfPage({ search, hash })).toBe(view));
