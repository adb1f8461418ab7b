import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { importsFromFalsePeers } from '../support/false-imports.ts';
import { fileEntry, folderEntry } from '../support/false-peer.ts';

const { importFrom, pathsOf, requests } = importsFromFalsePeers();

it('D-6 checks every path like that of an upload', async () => {
  const paths = [
    '../up.txt',
    '/etc/passwd',
    'a/../../b',
    'a\\b',
    'C:/x',
    '.ddb/dbase',
    'build/x',
    'a//b',
    'x\0y',
    '__proto__',
  ];
  const { report, slug } = await importFrom({
    list: (folder) => (folder === '' ? [...paths, 'good.txt'].map((path) => fileEntry(path, 'text')) : []),
    download: (_, response) => void response.end('text'),
  });
  expect(report.fileErrors.map(({ filePath }) => filePath)).toEqual(paths.map((path) => path.replace('\0', '\uFFFD')));
  expect(report).toMatchObject({ totalFiles: 1, errors: [] });
  expect(await pathsOf(slug)).toEqual(['good.txt']);
  expect(requests('/download')).toHaveLength(1);
});

it('D-6 entries of another folder, a folder within itself and doubles lead nowhere', async () => {
  const { report, slug } = await importFrom({
    list: (folder) =>
      folder === ''
        ? [folderEntry('a'), folderEntry('a'), fileEntry('b/deep.txt', 'text')]
        : [folderEntry('a'), folderEntry(''), folderEntry('.'), fileEntry('top.txt', 'text')],
    download: (_, response) => void response.end('text'),
  });
  expect(report.fileErrors.map(({ filePath }) => filePath)).toEqual(['b/deep.txt', 'a', '', '.', 'top.txt']);
  expect(await pathsOf(slug)).toEqual(['a']);
  expect(requests('/list')).toHaveLength(2);
});

it('D-6 takes no dataset whose slug is none', async () => {
  const { report } = await importFrom(
    { datasets: ['../../other/ds/secret', 'UPPER', 'flight'], list: () => [] },
    { whole: true },
  );
  expect(report.errors.map(({ dataset, phase }) => [dataset, phase])).toEqual([
    ['../../other/ds/secret', 3],
    ['UPPER', 3],
  ]);
  expect(report.importedItems.map(({ dataset }) => dataset)).toEqual(['flight']);
});

it.each([
  ['no list', { hello: 1 }],
  ['a list of other things', [1, 'x', null, { path: 3 }, { path: 'a', type: 2, size: -1 }]],
])('D-6 %s imports nothing', async (_, answer) => {
  const { report, slug } = await importFrom({ list: () => answer });
  expect(report.errors.length + report.fileErrors.length).toBeGreaterThan(0);
  expect(await pathsOf(slug)).toEqual([]);
});

it('D-6 a list without end is not read to its end', async () => {
  let sent = 0;
  const { report } = await importFrom({
    first: (_, response, url) => {
      if (!url.pathname.endsWith('/list')) return false;
      response.write('[{"path":"');
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', more);
      more();
      return true;
    },
  });
  expect(report.errors).toMatchObject([{ phase: 1, message: expect.stringContaining('cannot be read') }]);
  expect(sent).toBeLessThan(20_000_000);
});

it.each([
  ['other bytes than were announced', 'text', 'TEXT', /SHA-256/],
  ['more bytes', 'text', 'text and more', /more than the 4 bytes/],
  ['fewer bytes', 'text', 'te', /Only 2 of the 4/],
  ['nothing', 'text', '', /Only 0 of the 4/],
])('D-6 a file with %s is refused', async (_, announced, sent, message) => {
  const { report, slug } = await importFrom({
    list: () => [fileEntry('a.txt', announced)],
    download: (_request, response) => void response.end(sent),
  });
  expect(report.fileErrors).toMatchObject([{ filePath: 'a.txt', message: expect.stringMatching(message) }]);
  expect(await pathsOf(slug)).toEqual([]);
});

it('a service without such hashes: the size is compared, and the report says so', async () => {
  const { report } = await importFrom({
    list: () => [
      { ...fileEntry('a.txt', 'text'), hash: 'crc:12345' },
      { ...fileEntry('b.txt', 'text'), hash: 'crc:12345', size: 5 },
    ],
    download: (_, response) => void response.end('text'),
  });
  expect(report.importedItems).toMatchObject([{ fileCount: 1, unverifiedFileCount: 1 }]);
  expect(report.fileErrors).toMatchObject([{ filePath: 'b.txt', message: expect.stringMatching(/Only 4 of the 5/) }]);
});

it('D-4 a file larger than all that may come is not begun', async () => {
  const { report } = await importFrom({ list: () => [{ ...fileEntry('a.bin', ''), size: 11 * 1024 * 1024 }] });
  expect(report.errors).toMatchObject([{ phase: 1, message: expect.stringContaining('import.maxSizeMB') }]);
  expect(requests('/download')).toEqual([]);
});

it('D-4 a compressed answer is refused', async () => {
  const { report } = await importFrom({
    list: () => [fileEntry('a.txt', 'text')],
    download: (_, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync('text')),
  });
  expect(report.fileErrors).toMatchObject([{ message: expect.stringContaining('compresses') }]);
});

it.each(['http://127.0.0.2/x', 'http://169.254.169.254/latest/meta-data/', 'http://[::1]/', 'file:///etc/passwd'])(
  'D-3 an allowed host cannot lead a transfer to %s',
  async (location) => {
    const { report } = await importFrom({
      list: () => [fileEntry('a.txt', 'text')],
      download: (_, response) => void response.writeHead(302, { location }).end(),
    });
    expect(report.errors).toMatchObject([{ phase: 1 }]);
    expect(report.totalFiles).toBe(0);
  },
);

it('D-3 thirty redirects are not followed', async () => {
  const { report } = await importFrom({
    list: () => [fileEntry('a.txt', 'text')],
    download: (request, response) => void response.writeHead(302, { location: `${request.url}x` }).end(),
  });
  expect(report.errors).toMatchObject([{ message: expect.stringContaining('more than 5 times') }]);
  expect(requests('/download')).toHaveLength(6);
});
