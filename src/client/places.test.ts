import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDataset, parsePlace, placeText } from './places.ts';

it.each([
  ['org/data', undefined, '', false],
  ['org/data:', undefined, '', false],
  ['org/data:/', undefined, '', true],
  ['org/data:a/b c:d.tif', undefined, 'a/b c:d.tif', false],
  ['org/data:a/', undefined, 'a', true],
  ['maps.example.org/org/data:a', 'maps.example.org', 'a', false],
  ['localhost:8080/org/data', 'localhost:8080', '', false],
  ['https://maps.example.org/r/org/data', 'https://maps.example.org', '', false],
  ['https://maps.example.org/below/r/org/data/:a/b', 'https://maps.example.org/below', 'a/b', false],
  ['http://[::1]:8080/orgs/org/ds/data:a', 'http://[::1]:8080', 'a', false],
])('reads %s', (text, server, path, isFolder) => {
  expect(parsePlace(text)).toEqual({ server, path, isFolder, dataset: { organization: 'org', dataset: 'data' } });
});

it.each(['', 'org', 'org/', '/data', 'Org/data', 'a/b/c/d', 'https://maps.example.org/r/org', 'org/-x'])(
  'refuses %j with the forms there are',
  (text) => {
    expect(() => parsePlace(text)).toThrow(/org\/dataset:path/);
  },
);

it('takes the first of three words for a server, which is looked for later', () => {
  expect(parsePlace('org/data/path')).toMatchObject({
    server: 'org',
    dataset: { organization: 'data', dataset: 'path' },
  });
});

it('reads again what it wrote', () => {
  const slug = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{1,20}$/);
  const path = fc
    .string({ minLength: 1, unit: 'grapheme' })
    .filter((text) => !text.startsWith('/') && !text.endsWith('/'));
  fc.assert(
    fc.property(slug, slug, fc.option(path, { nil: '' }), (organization, dataset, inside) => {
      const place = parsePlace(placeText({ organization, dataset }, inside));
      expect(place).toMatchObject({ dataset: { organization, dataset }, path: inside, server: undefined });
    }),
  );
});

it('takes no path where a whole dataset is meant', () => {
  expect(() => parseDataset('org/data:a')).toThrow(/whole dataset/);
});
