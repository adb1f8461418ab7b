import { expect, test } from 'vitest';
import { embedCode, readSites } from './link-sites.ts';

test('sites are read as people type them', () => {
  expect(readSites(' www.example.org\nhttp://localhost:8080, https://a.example\n')).toEqual([
    'https://www.example.org',
    'http://localhost:8080',
    'https://a.example',
  ]);
  expect(readSites('  ')).toEqual([]);
});

test('names cannot leave the attribute that they stand in', () => {
  expect(embedCode('https://m.example/r/a/b?path=x&token=ald_1', '"><script>')).toBe(
    '<iframe src="https://m.example/r/a/b?path=x&amp;token=ald_1" title="&quot;&gt;&lt;script&gt;" width="100%" height="600" style="border: 0" allow="fullscreen"></iframe>',
  );
});
