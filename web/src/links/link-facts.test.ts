import { expect, test } from 'vitest';
import { linkFacts } from './link-facts.ts';

const PLAIN = { path: null, view: null, downloads: true, hasPassword: false, frames: [], userName: 'anna' };

test('tells of a link what is out of the ordinary', () => {
  expect(linkFacts(PLAIN)).toBe('made by anna');
  const limited = { path: 'maps', view: '?a', downloads: false, hasPassword: true, frames: ['https://a.example'] };
  expect(linkFacts({ ...PLAIN, ...limited })).toBe(
    'only maps, opened at a view, no downloads, with a password, embedded by https://a.example, made by anna',
  );
});
