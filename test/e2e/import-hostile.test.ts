import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ImportReport } from '../../src/transfers/index.ts';
import {
  fileEntry,
  folderEntry,
  sha256,
  startFalsePeer,
  type FalseAnswers,
  type FalsePeer,
} from '../support/false-peer.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let peer: FalsePeer | undefined;

beforeAll(async () => {
  service = await startService({
    Import__AllowedHosts: '127.0.0.1',
    Import__IdleTimeoutSeconds: '1',
    Import__MaxSizeMB: '10',
  });
}, 60_000);
afterEach(async () => {
  await peer?.[Symbol.asyncDispose]();
  peer = undefined;
});
afterAll(() => service[Symbol.asyncDispose]());

let made = 0;
/** Imports from a false peer into an organization of its own. @returns the report and that organization */
async function importFrom(answers: FalseAnswers, more: object = {}): Promise<{ report: ImportReport; slug: string }> {
  peer = await startFalsePeer(answers);
  const slug = `hostile${(made += 1)}`;
  const json = {
    ...{ sourceRegistryUrl: peer.url, username: 'x', password: 'y', sourceOrganization: 'there' },
    ...{ sourceDataset: 'flight', destinationOrganization: slug, ...more },
  };
  const path = 'whole' in more ? '/sys/import-organization' : '/sys/import-dataset';
  const response = await service.call('POST', path, { json });
  expect(response.status).toBe(200);
  return { report: (await response.json()) as ImportReport, slug };
}

const pathsOf = async (slug: string, folder = ''): Promise<string[]> => {
  const answer = await service.call('GET', `/orgs/${slug}/ds/flight/list?path=${folder}`);
  return ((await answer.json()) as { path: string }[]).map(({ path }) => path);
};

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
  expect(peer!.requests.filter((request) => request.includes('/download'))).toHaveLength(1);
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
  expect(peer!.requests.filter((request) => request.includes('/list'))).toHaveLength(2);
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

it('D-6 ten million entries are too many', async () => {
  const { report } = await importFrom({
    first: (_, response, url) => {
      if (!url.pathname.endsWith('/list')) return false;
      let at = 0;
      response.write('[');
      const more = (): void => {
        while (!response.destroyed && at < 10_000_000) {
          at += 1;
          if (!response.write(`{"path":"${at}","type":2,"size":1,"hash":null},`)) return;
        }
      };
      response.on('drain', more);
      more();
      return true;
    },
  });
  expect(report.errors).toMatchObject([{ phase: 1, message: expect.stringContaining('500000 entries') }]);
  expect(report.totalFiles).toBe(0);
}, 60_000);

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
      { ...fileEntry('b.txt', 'text'), size: 5 },
    ],
    download: (_, response) => void response.end('text'),
  });
  expect(report.importedItems).toMatchObject([{ fileCount: 1, unverifiedFileCount: 1 }]);
  expect(report.fileErrors).toMatchObject([{ filePath: 'b.txt' }]);
});

it('D-4 a file larger than all that may come is not begun', async () => {
  const { report } = await importFrom({ list: () => [{ ...fileEntry('a.bin', ''), size: 11 * 1024 * 1024 }] });
  expect(report.errors).toMatchObject([{ phase: 1, message: expect.stringContaining('import.maxSizeMB') }]);
  expect(peer!.requests.some((request) => request.includes('/download'))).toBe(false);
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
  expect(peer!.requests.filter((request) => request.includes('/download'))).toHaveLength(6);
});

/** Answers with bytes from where they are asked for, and cuts the connection after `portion` of them. */
const cutting =
  (bytes: Buffer, portion: number, etag: string | undefined): NonNullable<FalseAnswers['download']> =>
  (request, response) => {
    const from = request.headers['if-range'] === etag ? Number(/\d+/.exec(request.headers.range ?? '0')![0]) : 0;
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': bytes.length - from,
      ...(etag === undefined ? {} : { etag }),
      ...(from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
    });
    response.write(bytes.subarray(from, from + portion), () => {
      if (from + portion < bytes.length) setTimeout(() => response.destroy(), 20);
      else response.end();
    });
  };

it('goes on in the middle of a file whose connection is cut', async () => {
  const bytes = randomBytes(5_000_000);
  const { report } = await importFrom({
    list: () => [fileEntry('large.bin', bytes)],
    download: cutting(bytes, 1_200_000, '"v1"'),
  });
  expect(report).toMatchObject({ totalSize: bytes.length, errors: [], fileErrors: [] });
  expect(peer!.requests.filter((request) => request.includes('/download'))).toHaveLength(5);
}, 30_000);

it('begins anew where the source cannot go on, and gives up after some tries', async () => {
  const bytes = randomBytes(1_000_000);
  let tries = 0;
  const { report } = await importFrom({
    list: () => [fileEntry('large.bin', bytes)],
    download: (request, response, url) => {
      tries += 1;
      cutting(bytes, tries < 3 ? 300_000 : bytes.length, undefined)(request, response, url);
    },
  });
  expect(report).toMatchObject({ totalFiles: 1, totalSize: bytes.length, fileErrors: [] });
  expect(tries).toBe(3);
}, 30_000);

it('D-4 a file that stalls is given up, and the others come', async () => {
  const { report } = await importFrom({
    list: () => [fileEntry('stalls.bin', 'text'), fileEntry('good.txt', 'text')],
    download: (_, response, url) => {
      if (url.searchParams.get('path') === 'good.txt') response.end('text');
      else response.writeHead(200, { 'content-length': 4 }).write('t');
    },
  });
  expect(report.fileErrors).toMatchObject([{ filePath: 'stalls.bin', retryCount: 5 }]);
  expect(report.totalFiles).toBe(1);
}, 60_000);

it('removes nothing when the source has something and lists nothing, or a file failed', async () => {
  const { slug } = await importFrom({
    list: () => [fileEntry('kept.txt', 'text')],
    download: (_, response) => void response.end('text'),
  });
  await peer![Symbol.asyncDispose]();
  const { report } = await importFrom(
    {
      list: () => [fileEntry('other.txt', 'text')],
      download: (_, response) => void response.end('TEXT'),
    },
    { destinationOrganization: slug, mode: 'Archive' },
  );
  expect(report.fileErrors).toHaveLength(1);
  expect(await pathsOf(slug)).toEqual(['kept.txt']);
  await peer![Symbol.asyncDispose]();
  const empty = await importFrom(
    {
      first: (_, response, url) => {
        if (url.pathname !== '/orgs/there/ds') return false;
        response.end(JSON.stringify([{ slug: 'flight', size: 4, properties: { entries: 7 } }]));
        return true;
      },
    },
    { destinationOrganization: slug, mode: 'Archive' },
  );
  expect(empty.report.errors).toMatchObject([{ message: expect.stringContaining('lists none') }]);
  expect(await pathsOf(slug)).toEqual(['kept.txt']);
});

it('sends the token, and asks for what is listed in any letters', async () => {
  const path = 'Flug über Zürich/ä & b#?%.txt';
  let authorization: string | undefined;
  const { report } = await importFrom({
    list: (folder) => (folder === '' ? [folderEntry('Flug über Zürich')] : [fileEntry(path, 'text')]),
    download: (request, response, url) => {
      ({ authorization } = request.headers);
      response.end(url.searchParams.get('path') === path ? 'text' : 'wrong');
    },
  });
  expect(report).toMatchObject({ totalFiles: 1, fileErrors: [], errors: [] });
  expect(authorization).toBe('Bearer a.b.c');
  expect(sha256('text')).toHaveLength(64);
});
