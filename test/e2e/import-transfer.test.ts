import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { importsFromFalsePeers } from '../support/false-imports.ts';
import { fileEntry, folderEntry, type FalseAnswers } from '../support/false-peer.ts';

const { importFrom, pathsOf, requests } = importsFromFalsePeers();

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
  expect(requests('/download')).toHaveLength(5);
});

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
});

it('D-4 a file that stalls is given up, and the others come', async () => {
  const { report } = await importFrom({
    list: () => [fileEntry('stalls.bin', 'slow'), fileEntry('good.txt', 'text')],
    download: (_, response, url) => {
      if (url.searchParams.get('path') === 'good.txt') response.end('text');
      else response.writeHead(200, { 'content-length': 4 }).write('t');
    },
  });
  expect(report.fileErrors).toMatchObject([{ filePath: 'stalls.bin', retryCount: 5 }]);
  expect(report.totalFiles).toBe(1);
});

it('removes nothing when the source has something and lists nothing, or a file failed', async () => {
  const { slug } = await importFrom({
    list: () => [fileEntry('kept.txt', 'text')],
    download: (_, response) => void response.end('text'),
  });
  const { report } = await importFrom(
    {
      list: () => [fileEntry('other.txt', 'other')],
      download: (_, response) => void response.end('OTHER'),
    },
    { destinationOrganization: slug, mode: 'Archive' },
  );
  expect(report.fileErrors).toHaveLength(1);
  expect(await pathsOf(slug)).toEqual(['kept.txt']);
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
});
