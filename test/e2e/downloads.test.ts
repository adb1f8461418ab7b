import { readdir, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { crc32 } from 'node:zlib';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { createDataset, createLink } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { EMBEDDED } from '../support/test-database.ts';

const DATASET = '/orgs/admin/ds/files';
const HASH_LENGTH = 64;

let service: TestService;
beforeAll(async () => {
  service = await startService({ DATABASE_URL: EMBEDDED, DisableAnonymousBulkDownloads: 'true' });
  await createDataset(service, 'admin/files', 1, [
    'a.txt',
    'a-b.txt',
    'folder/x.txt',
    'folder/deep/y.txt',
    'com,ma.txt',
    'ünï 😀.md',
  ]);
  await createDataset(service, 'admin/empty', 1);
  await createDataset(service, 'admin/private', 0);
  await service.call('POST', `${DATASET}/obj`, { json: undefined, body: form({ path: 'folder/none' }) });
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
  service.call('GET', `${DATASET}/download${query}`, { headers });
const encoded = (path: string): string => `?path=${encodeURIComponent(path)}`;

/** Contents of an archive by name, in its order; folders are empty. Checksums and sizes are compared. */
async function unzipped(answer: Response): Promise<Record<string, string>> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="admin-files-[0-9a-f]{8}\.zip"/);
  const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
  const contents: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const bytes = entry.fileName.endsWith('/') ? Buffer.alloc(0) : await buffer(await zip.openReadStreamPromise(entry));
    expect([crc32(bytes), bytes.length]).toEqual([entry.crc32, entry.uncompressedSize]);
    contents[entry.fileName] = bytes.toString();
  }
  return contents;
}

/** Stored files this process has open; the service under test runs in it. */
async function openBlobs(): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  const [blobs, locks] = [join(service.dataDir, 'blobs'), join(service.dataDir, 'blobs', 'writers')];
  // A process holds a lock there as long as it lives.
  return targets.filter((target) => target.startsWith(blobs) && !target.startsWith(locks)).length;
}

const WHOLE = [
  'a-b.txt',
  'a.txt',
  'com,ma.txt',
  'folder/deep/y.txt',
  'folder/x.txt',
  'ünï 😀.md',
  'folder/',
  'folder/deep/',
  'folder/none/',
];

describe('archives', () => {
  it.each([
    ['the whole dataset', '', WHOLE],
    ['the whole dataset, asked for with an empty path', '?path=', WHOLE],
    [
      'a folder with what is in it, empty folders too',
      '?path=folder',
      ['folder/deep/y.txt', 'folder/x.txt', 'folder/', 'folder/deep/', 'folder/none/'],
    ],
    ['several paths with a comma', '?path=folder/deep,a.txt,', ['a.txt', 'folder/deep/y.txt', 'folder/deep/']],
    ['paths that are repeated fields', '?path=a.txt&path=a-b.txt', ['a-b.txt', 'a.txt']],
    [
      'what lies in a folder that is named too once',
      '?path=folder/x.txt,folder/',
      ['folder/deep/y.txt', 'folder/x.txt', 'folder/', 'folder/deep/', 'folder/none/'],
    ],
    ['a folder in the address', '/folder/none', ['folder/none/']],
  ])('hold %s', async (_what, query, names) => {
    const contents = await unzipped(await get(query));
    expect(Object.keys(contents)).toEqual(names);
    for (const [name, text] of Object.entries(contents)) expect(text).toBe(name.endsWith('/') ? '' : `text of ${name}`);
  });

  it('are sent for forms and JSON too', async () => {
    const bodies = [
      { body: form({ path: 'a.txt,a-b.txt' }) },
      {
        body: new URLSearchParams([
          ['path', 'a.txt'],
          ['path', 'a-b.txt'],
        ]),
      },
      { json: { paths: ['a-b.txt', 'a.txt'] } },
      { json: { path: ['a-b.txt', 'a.txt'] } },
    ];
    for (const body of bodies)
      expect(Object.keys(await unzipped(await service.call('POST', `${DATASET}/download`, body)))).toEqual([
        'a-b.txt',
        'a.txt',
      ]);
  });

  it('get an address when JSON is asked for, good for anyone who may read', async () => {
    const headers = { accept: 'application/json, text/plain, */*' };
    const answer = await service.call('POST', `${DATASET}/download`, {
      json: { paths: ['a.txt', 'a-b.txt'] },
      headers,
    });
    const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
    expect(Object.keys(await unzipped(await service.call('GET', downloadUrl)))).toEqual(['a-b.txt', 'a.txt']);
    const elsewhere = downloadUrl.replace('/ds/files/', '/ds/empty/');
    expect((await service.call('GET', elsewhere)).status).toBe(404);
    expect((await service.call('GET', `${downloadUrl}&path=a.txt`)).status).toBe(400);
  });

  it.each([
    ['?path=nothing.txt', 404],
    ['?path=a.txt,nothing.txt', 404],
    ['?path=a.txt,a.txt', 400],
    ['?path=*.txt', 400],
    ['?path=a.tx%3F,a-b.txt', 400],
    ['?path=a.txt,../x', 400],
    ['?selection=no-id', 400],
  ])('are refused for %s with %i', async (query, status) => {
    expect((await get(query)).status).toBe(status);
  });

  it('of an empty dataset are refused', async () => {
    const answer = await service.call('GET', '/orgs/admin/ds/empty/download');
    expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining('empty') as string }]);
  });

  it('answer HEAD, and anonymous callers only where they may', async () => {
    const head = await service.call('HEAD', `${DATASET}/download`);
    expect([head.status, head.headers.get('content-type'), head.headers.get('content-length')]).toEqual([
      200,
      'application/zip',
      null,
    ]);
    const anonymous = await service.call('GET', `${DATASET}/download`, { token: null });
    expect([anonymous.status, await anonymous.json()]).toEqual([
      401,
      { error: expect.stringContaining('Sign in') as string, noRetry: true },
    ]);
    expect((await service.call('GET', `${DATASET}/download?path=a.txt`, { token: null })).status).toBe(200);
    const features = (await (await service.call('GET', '/sys/features')).json()) as Record<string, unknown>;
    expect(features).toMatchObject({
      disableAnonymousBulkDownloads: true,
      bulkDownloadAsyncThresholdBytes: 524_288_000,
    });
  });

  it('show a link for a folder that folder alone', async () => {
    const { token } = await createLink(service, 'admin/files', { path: 'folder' });
    const ask = async (query: string): Promise<number> =>
      (await service.call('GET', `${DATASET}/download${query}`, { token })).status;
    expect([await ask('?path=folder'), await ask('?path=folder/x.txt,folder/deep')]).toEqual([200, 200]);
    await service.call('POST', `${DATASET}/meta/visibility/set`, { json: { data: 0 } });
    await until(
      () => ask('?path=a.txt'),
      (status) => status === 403,
    );
    expect([await ask(''), await ask('?path=folder/x.txt,a.txt'), await ask('?path=folder/x.txt')]).toEqual([
      403, 403, 200,
    ]);
    await service.call('POST', `${DATASET}/meta/visibility/set`, { json: { data: 1 } });
  });

  it('B-2 show a link for a file no other one whose name differs by commas', async () => {
    await createDataset(service, 'admin/commas', 0, ['b.txt', 'b.txt,', ',b.txt', 'b.txt,,', 'a.txt']);
    const ask = async (token: string, value: string): Promise<number> => {
      const address = `/orgs/admin/ds/commas/download?path=${encodeURIComponent(value)}`;
      return (await service.call('GET', address, { token })).status;
    };
    const { token } = await createLink(service, 'admin/commas', { path: 'b.txt' });
    expect(await ask(token, 'b.txt')).toBe(200);
    for (const value of ['b.txt,', ',b.txt', 'b.txt,,', ',', ',,'])
      expect([value, await ask(token, value)]).toEqual([value, 403]);
    const comma = await createLink(service, 'admin/commas', { path: 'b.txt,' });
    expect([await ask(comma.token, ','), await ask(comma.token, 'b.txt,,')]).toEqual([403, 403]);
    const body = { json: { paths: ['b.txt,'] }, token };
    expect((await service.call('POST', '/orgs/admin/ds/commas/download', body)).status).toBe(403);
  });
});

describe('single files', () => {
  it('whose names have commas are found as they stand', async () => {
    expect(await (await get(encoded('com,ma.txt'))).text()).toBe('text of com,ma.txt');
    expect(await (await get('/com,ma.txt')).text()).toBe('text of com,ma.txt');
  });

  it('have the hash as ETag, a time, and ranges only of the same bytes', async () => {
    const whole = await get('?path=a.txt');
    const etag = whole.headers.get('etag')!;
    expect(etag).toHaveLength(HASH_LENGTH + 2);
    expect(Date.parse(whole.headers.get('last-modified')!)).toBeGreaterThan(Date.now() - 600_000);
    const part = await get('?path=a.txt', { range: 'bytes=0-3', 'if-range': etag });
    expect([part.status, await part.text()]).toEqual([206, 'text']);
    const other = await get('?path=a.txt', { range: 'bytes=0-3', 'if-range': `"${'0'.repeat(HASH_LENGTH)}"` });
    expect([other.status, await other.text()]).toEqual([200, 'text of a.txt']);
    expect((await get('?path=a.txt', { range: 'bytes=99-' })).status).toBe(416);
    const check = await get('?path=a.txt', { 'x-download-check': '1' });
    expect([check.status, await check.text()]).toEqual([200, '']);
  });

  it.each([
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['style.xml', 'application/xml'],
    ['notes.md', 'text/markdown; charset=utf-8'],
    ['page.xhtml', 'application/xhtml+xml'],
    ['program.js', 'text/plain; charset=utf-8'],
    ['program.mjs', 'text/plain; charset=utf-8'],
  ])('C-7 shows %s without letting it act', async (path, type) => {
    await service.call('POST', `${DATASET}/obj`, {
      body: form({ path: `active/${path}`, file: Buffer.from('<script>alert(1)</script>') }),
    });
    const { headers } = await get(`?path=active/${path}&inline=1`);
    expect([
      headers.get('content-type'),
      headers.get('x-content-type-options'),
      headers.get('content-disposition'),
    ]).toEqual([type, 'nosniff', null]);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
    expect((await get(`?path=active/${path}`)).headers.get('content-disposition')).toMatch(/^attachment; /);
  });

  it.each([
    ['film.mp4', 'video/mp4'],
    ['sound.wav', 'audio/wav'],
    ['photo.jpg', 'image/jpeg'],
  ])('lets %s of a private dataset ask for its bytes with the cookie', async (path, type) => {
    const cookie = `jwtToken=${service.token}`;
    const file = Buffer.from('0123456789');
    await service.call('POST', '/orgs/admin/ds/private/obj', { body: form({ path, file }) });
    const ask = (headers: Record<string, string>): Promise<Response> =>
      service.call('GET', `/orgs/admin/ds/private/download?path=${path}&inline=1`, { token: null, headers });
    // As the browser asks for the page that shows the file, then as the player on it does.
    const page = await ask({ cookie, 'sec-fetch-site': 'none' });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, type]);
    // An opaque origin, which `sandbox` makes, is another site: the player's request would have no cookie.
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';(?!.*sandbox).* media-src 'self'$/,
    );
    const piece = await ask({ cookie, 'sec-fetch-site': 'same-origin', range: 'bytes=2-4' });
    expect([piece.status, await piece.text()]).toEqual([206, '234']);
    expect((await ask({})).status).toBe(401);
  });

  it.each(['quo"te', "apo'strophe", 'back\u00a0space', 'emoji 😀', '\u202Ertl', 'line\u2028break'])(
    'C-6 are offered under the name %j and no other header',
    async (name) => {
      const path = `odd/${name}.txt`;
      await service.call('POST', `${DATASET}/obj`, { body: form({ path, file: Buffer.from('x') }) });
      const disposition = (await get(encoded(path))).headers.get('content-disposition')!;
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[A-Za-z0-9%.~_!-]+$/);
      expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(`${name}.txt`);
    },
  );
});

describe('archives that cannot be finished', () => {
  it('end the connection when stored bytes are missing, and stop when the client goes', async () => {
    const upload = async (path: string): Promise<string> => {
      const file = Buffer.alloc(3_000_000, path);
      const answer = await service.call('POST', '/orgs/admin/ds/empty/obj', { body: form({ path, file }) });
      return ((await answer.json()) as { hash: string }).hash;
    };
    for (const path of ['1.bin', '2.bin']) await upload(path);
    const hash = await upload('3.bin');
    const whole = await service.call('GET', '/orgs/admin/ds/empty/download');
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(9_000_000);
    await rm(join(service.dataDir, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash));
    const cut = await service.call('GET', '/orgs/admin/ds/empty/download');
    expect(cut.status).toBe(200);
    await expect(cut.arrayBuffer()).rejects.toThrow(/terminated|other side closed/);

    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /orgs/admin/ds/empty/download HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.token}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await until(openBlobs, (count) => count === 0, 5);
    expect((await service.call('GET', '/orgs/admin/ds/empty/download?path=1.bin')).status).toBe(200);
  });
});
