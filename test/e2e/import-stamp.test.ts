import { expect, it } from 'vitest';
import { importsFromFalsePeers } from '../support/false-imports.ts';
import { fileEntry, sha256, type FalseAnswers } from '../support/false-peer.ts';

const { importFrom, pathsOf, requests, ask } = importsFromFalsePeers();

const ID = '5bd1cd3d-2a9f-4a5e-9b1f-0f1e2d3c4b5';
/** A stamp as another service may send it; what it says of itself is not looked at. */
const stampOf = (entries: readonly object[], meta: readonly string[] = []) => ({
  checksum: sha256(''),
  entries,
  meta,
});
const sendPath: NonNullable<FalseAnswers['download']> = (_, response, url) =>
  void response.end(url.searchParams.get('path'));
/** Entries of a stamp whose files hold their paths. */
const honest = (...paths: readonly string[]): object[] => paths.map((path) => ({ [path]: sha256(path) }));

it('one request tells everything, whatever the folders; each file is checked', async () => {
  const { report, slug } = await importFrom({
    stamp: () => stampOf([{ a: '' }, { 'a/b': '' }, ...honest('a/b/c', 'a/d'), { wrong: sha256('other') }]),
    download: sendPath,
  });
  expect(report).toMatchObject({ totalFiles: 2, errors: [] });
  expect(report.fileErrors).toMatchObject([{ filePath: 'wrong', message: expect.stringContaining('SHA-256') }]);
  expect(await pathsOf(slug, 'a')).toEqual(['a/b', 'a/d']);
  expect(requests('/list')).toEqual([]);
});

it('D-6 checks every path, twins and what lies below a file', async () => {
  const { report, slug } = await importFrom({
    stamp: () =>
      stampOf([
        ...honest('../up', '/abs', 'a\\b', '.ddb/dbase.sqlite', 'x\0y', 'good'),
        { good: sha256('another') },
        ...honest('good/below', 'last'),
      ]),
    download: sendPath,
  });
  const refused = ['../up', '/abs', 'a\\b', '.ddb/dbase.sqlite', 'x\uFFFDy', 'good', 'good/below'];
  expect(report.fileErrors.map(({ filePath }) => filePath)).toEqual(refused);
  expect(await pathsOf(slug)).toEqual(['good', 'last']);
  expect(requests('/download')).toHaveLength(2);
});

it('D-6 a stamp without end is not read to its end; the lists are asked', async () => {
  let sent = 0;
  const { report, slug } = await importFrom({
    first(_, response, url) {
      if (!url.pathname.endsWith('/stamp')) return false;
      response.write('{"checksum":"x","entries":[{"');
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', more);
      more();
      return true;
    },
    list: () => [fileEntry('a', 'a')],
    download: sendPath,
  });
  expect(report).toMatchObject({ totalFiles: 1, errors: [], fileErrors: [] });
  expect(await pathsOf(slug)).toEqual(['a']);
  expect(sent).toBeLessThan(20_000_000);
});

it.each([
  ['other hashes', stampOf([{ a: 'md5:7' }])],
  ['no entries at all', { error: 'not here' }],
  ['entries that are none', stampOf([['a', 'b']])],
])('lists are asked where a stamp has %s', async (_, stamp) => {
  const { report } = await importFrom({
    stamp: () => stamp,
    list: () => [fileEntry('a', 'a')],
    download: sendPath,
  });
  expect(report).toMatchObject({ totalFiles: 1, errors: [], fileErrors: [] });
});

it('D-4 a file is no longer than all that may come, whether its size is told or not', async () => {
  for (const length of [{ 'content-length': 11 * 1024 * 1024 }, {}]) {
    const { report } = await importFrom({
      stamp: () => stampOf([{ 'a.bin': sha256('x') }]),
      download(_, response) {
        response.writeHead(200, length);
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
    });
    expect(report.errors).toMatchObject([{ phase: 1, message: expect.stringContaining('import.maxSizeMB') }]);
  }
});

it('D-6 keeps to the rules of metadata, and names what it leaves out', async () => {
  const value = (digit: number, key: string, data: unknown, more: object = {}) => ({
    id: `${ID}${digit}`,
    path: 'a',
    key,
    data: typeof data === 'string' ? data : JSON.stringify(data),
    mtime: 5,
    ...more,
  });
  const values = [
    value(0, 'pilot', 'Ada'),
    value(1, 'UPPER', 1),
    value(2, 'long', 'x'.repeat(300 * 1024)),
    value(3, 'there', 1, { path: 'no such entry' }),
    value(4, 'climb', 1, { path: '../../etc' }),
    value(5, 'visibility', 2, { path: '' }),
    value(6, 'public', 1, { path: '' }),
    value(7, 'name', 'From there', { path: '' }),
    value(8, '__proto__', 1),
    value(9, 'pilot', 'not asked for', { id: ID.replace(/^5/, '6') + '0' }),
  ];
  const { report, slug } = await importFrom({
    // The last one is asked for, and another comes.
    stamp: () => stampOf(honest('a'), [...values.slice(0, 9).map(({ id }) => id), `${ID}f`]),
    dump: () => values,
    download: sendPath,
  });
  expect(report.errors).toEqual([]);
  expect(new Set(report.fileErrors.map(({ message }) => /^Its metadata (\S+)/.exec(message)?.[1]))).toEqual(
    new Set(['UPPER', '__proto__', 'climb', 'long', 'there']),
  );
  expect(await ask(slug, 'meta/dump', 'POST')).toEqual([
    { id: `${ID}0`, data: '"Ada"', mtime: 5, path: 'a', key: 'pilot' },
    { id: `${ID}7`, data: '"From there"', mtime: 5, path: '', key: 'name' },
  ]);
  expect(await ask(slug, 'ex')).toMatchObject({ properties: { public: false } });
});

it.each([
  ['no dump', undefined],
  ['a dump of other things', () => [{ id: 7 }]],
  [
    'a dump with more than was asked for',
    () => Array.from({ length: 3 }, () => ({ id: 'x', path: '', key: 'k', data: '1', mtime: 1 })),
  ],
])('the files come also where there is %s, and a name', async (_, dump) => {
  const { report, slug } = await importFrom({
    stamp: () => stampOf(honest('a'), [`${ID}0`]),
    ...(dump ? { dump } : {}),
    download: sendPath,
  });
  expect(report).toMatchObject({
    totalFiles: 1,
    errors: [{ phase: 1, message: expect.stringContaining('Metadata stays behind') }],
  });
  expect(await ask(slug, 'meta/name')).toMatchObject({ data: 'flight' });
});
