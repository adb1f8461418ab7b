import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, createDataset, createPerson, type Person } from '../support/people.ts';
import { startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/team/ds/files';
const MB = 1_000_000;
const TUS = { 'tus-resumable': '1.0.0' };

let service: TestService;
let writer: Person;

beforeAll(async () => {
  service = await startService({ EnableStorageLimiter: 'true', Uploads__MaxSizeMB: '5000' });
  writer = await createPerson(service, 'writer');
  await service.call('POST', '/orgs', { json: { slug: 'team' } });
  await createDataset(service, 'team/files', 0);
  await addMember(service, 'team', 'writer', 1);
});
afterAll(() => service[Symbol.asyncDispose]());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const parts = (): Promise<string[]> => readdir(join(service.dataDir, 'uploads'));
const call = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Response> =>
  writer.call(method, path, undefined, {
    headers: { ...TUS, ...headers },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });

/** Sends bytes with the public client. @returns the address of the upload */
function send(bytes: Buffer, path: string, options: Partial<UploadOptions> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${service.url}${DATASET}/uploads`,
      headers: { authorization: `Bearer ${writer.token}` },
      metadata: { path },
      retryDelays: [0, 100, 500],
      onSuccess: () => resolve(new URL(upload.url!).pathname),
      onError: reject,
      ...options,
    });
    upload.start();
  });
}

const metadataOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Begins an upload. @returns its address */
async function begin(path: string, size: number, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const headers = { 'upload-length': String(size), 'upload-metadata': metadataOf({ path, ...fields }) };
  const answer = await call('POST', `${DATASET}/uploads`, headers);
  expect([answer.status, await answer.text()]).toEqual([201, '']);
  return answer.headers.get('location')!;
}

const piece = (
  address: string,
  offset: number,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> =>
  call(
    'PATCH',
    address,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
    bytes,
  );
const offsetOf = async (address: string): Promise<number> =>
  Number((await call('HEAD', address)).headers.get('upload-offset'));
const bytesAt = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await writer.call('GET', `${DATASET}/download/${path}`)).arrayBuffer());

describe('an upload that can be resumed', () => {
  it('comes in one piece, in many, or with the creation', async () => {
    const bytes = randomBytes(3 * MB + 7);
    await send(bytes, 'one/piece.bin');
    await send(bytes, 'many/pieces.bin', { chunkSize: 700_001 });
    await send(bytes, 'with/creation.bin', { uploadDataDuringCreation: true });
    for (const path of ['one/piece.bin', 'many/pieces.bin', 'with/creation.bin'])
      expect([path, sha256(await bytesAt(path))]).toEqual([path, sha256(bytes)]);
    expect(await parts()).toEqual([]);
    expect(await (await call('GET', `${DATASET}/uploads`)).json()).toEqual([]);
  });

  it('G-6 may be of 0 bytes, alone and in an archive', async () => {
    await send(Buffer.alloc(0), 'empty.bin');
    expect(await bytesAt('empty.bin')).toHaveLength(0);
    await send(Buffer.alloc(0), 'empty.txt');
    const archive = await writer.call('GET', `${DATASET}/download?path=empty.bin,empty.txt`);
    expect([archive.status, (await archive.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
  });

  it('tells what it is, and what its file became', async () => {
    const bytes = Buffer.from('some text');
    const address = await begin('a/text.txt', bytes.length, { sha256: sha256(bytes).toUpperCase() });
    const list = await call('GET', `${DATASET}/uploads`);
    expect(await list.json()).toMatchObject([
      { path: 'a/text.txt', size: 9, received: 0, finishedAt: null, hash: null },
    ]);
    expect(list.headers.get('tus-extension')).toContain('checksum');
    const half = await piece(address, 0, bytes.subarray(0, 4));
    expect([half.status, half.headers.get('upload-offset'), half.headers.get('upload-expires')]).toEqual([
      204,
      '4',
      expect.any(String),
    ]);
    const head = await call('HEAD', address);
    expect([
      head.headers.get('upload-offset'),
      head.headers.get('upload-length'),
      head.headers.get('cache-control'),
    ]).toEqual(['4', '9', 'no-store']);
    const end = await piece(address, 4, bytes.subarray(4));
    expect([end.status, end.headers.get('etag'), end.headers.get('content-location')]).toEqual([
      204,
      `"${sha256(bytes)}"`,
      `${DATASET}/obj?path=a%2Ftext.txt`,
    ]);
    expect(await (await call('GET', address)).json()).toMatchObject({
      received: 9,
      hash: sha256(bytes),
      finishedAt: expect.any(String) as string,
    });
    expect(await offsetOf(address)).toBe(9);
  });

  it('tells anybody what of the protocol there is', async () => {
    const ask = (headers: Record<string, string> = {}): Promise<Response> =>
      service.call('OPTIONS', `${DATASET}/uploads`, { token: null, headers });
    const plain = await ask();
    const tus = ['version', 'extension', 'max-size', 'checksum-algorithm', 'resumable'];
    expect([plain.status, ...tus.map((name) => plain.headers.get(`tus-${name}`))]).toEqual([
      204,
      '1.0.0',
      'creation,creation-with-upload,termination,expiration,checksum',
      String(5000 * 1024 * 1024),
      'sha256,sha1,md5',
      '1.0.0',
    ]);
    const preflight = await ask({ origin: 'https://example.org', 'access-control-request-method': 'POST' });
    expect([preflight.status, preflight.headers.get('tus-version')]).toEqual([204, null]);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  it('refuses another offset, another checksum, more than announced and another version', async () => {
    const bytes = randomBytes(1000);
    const address = await begin('refused.bin', 1000);
    expect((await piece(address, 10, bytes)).status).toBe(409);
    const sum = (data: Uint8Array, algorithm: string): Record<string, string> => ({
      'upload-checksum': `${algorithm} ${createHash(algorithm).update(data).digest('base64')}`,
    });
    const wrong = await piece(address, 0, bytes.subarray(0, 500), sum(bytes, 'sha1'));
    expect([wrong.status, await wrong.json()]).toEqual([460, { error: expect.stringContaining('checksum') as string }]);
    expect(await offsetOf(address)).toBe(0);
    expect((await piece(address, 0, bytes, { 'upload-checksum': 'crc32 AAAA' })).status).toBe(400);
    expect((await piece(address, 0, randomBytes(1001))).status).toBe(413);
    expect((await piece(address, 0, bytes, { 'tus-resumable': '0.2.2' })).status).toBe(400);
    expect((await piece(address, 0, bytes, { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await piece(address, 0, bytes.subarray(0, 500), sum(bytes.subarray(0, 500), 'sha256'))).status).toBe(204);
    expect((await piece(address, 500, bytes.subarray(500), sum(bytes.subarray(500), 'sha1'))).status).toBe(204);
    expect(await bytesAt('refused.bin')).toEqual(bytes);
  });

  it('keeps nothing of a file that has not the announced hash, or meets another state', async () => {
    const bytes = randomBytes(2000);
    const address = await begin('hash.bin', 2000, { sha256: '0'.repeat(64) });
    const answer = await piece(address, 0, bytes);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: expect.stringContaining('SHA-256') as string },
    ]);
    expect([(await call('GET', address)).status, await parts()]).toEqual([404, []]);
    const create = (condition: Record<string, string>): Promise<Response> =>
      call('POST', `${DATASET}/uploads`, {
        'upload-length': '5',
        'upload-metadata': metadataOf({ path: 'new.txt' }),
        ...condition,
      });
    const first = (await create({ 'if-none-match': '*' })).headers.get('location')!;
    const second = (await create({ 'if-none-match': '*' })).headers.get('location')!;
    expect((await piece(first, 0, Buffer.from('first'))).status).toBe(204);
    expect((await piece(second, 0, Buffer.from('other'))).status).toBe(412);
    expect((await create({ 'if-none-match': '*' })).status).toBe(412);
    expect((await bytesAt('new.txt')).toString()).toBe('first');
  });

  it.each([
    ['no path', {}],
    ['a path that leaves the dataset', { path: '../x' }],
    ['a name with a NUL', { path: 'a\0b' }],
    ['a hash that is none', { path: 'a', sha256: 'abc' }],
  ])('is not begun with %s', async (_what, fields) => {
    const headers = { 'upload-length': '5', 'upload-metadata': metadataOf(fields) };
    expect((await call('POST', `${DATASET}/uploads`, headers)).status).toBe(400);
    expect(await parts()).toEqual([]);
  });

  it('takes a piece of no bytes at its end, as a client sends that did not get the last answer', async () => {
    const address = await begin('last.bin', 5);
    expect((await piece(address, 0, Buffer.from('whole'))).status).toBe(204);
    for (const headers of [{}, { 'upload-checksum': `sha1 ${createHash('sha1').digest('base64')}` }]) {
      const again = await piece(address, 5, Buffer.alloc(0), headers);
      expect([again.status, again.headers.get('upload-offset'), again.headers.get('etag')]).toEqual([
        204,
        '5',
        `"${sha256(Buffer.from('whole'))}"`,
      ]);
    }
    expect((await piece(address, 5, Buffer.from('more'))).status).toBe(413);
    expect((await bytesAt('last.bin')).toString()).toBe('whole');
  });

  it('is gone when its bytes are, and begun anew', async () => {
    const address = await begin('lost.bin', 5);
    expect((await piece(address, 0, Buffer.from('who'))).status).toBe(204);
    await rm(join(service.dataDir, 'uploads', address.split('/').at(-1)!));
    expect((await piece(address, 3, Buffer.from('le'))).status).toBe(409);
    expect([(await call('HEAD', address)).status, (await call('GET', address)).status]).toEqual([404, 404]);
  });

  it('belongs to who began it, is given up by him, and ends with the right to write', async () => {
    const address = await begin('mine.bin', 10);
    const admin = (method: string): Promise<Response> => service.call(method, address, { headers: TUS });
    expect([(await admin('HEAD')).status, (await admin('DELETE')).status, (await admin('GET')).status]).toEqual([
      404, 404, 404,
    ]);
    expect((await service.call('GET', address, { token: null })).status).toBe(401);
    await service.call('PUT', '/orgs/team/members/writer', { json: { permissions: 0 } });
    expect((await piece(address, 0, randomBytes(10))).status).toBe(403);
    await service.call('PUT', '/orgs/team/members/writer', { json: { permissions: 1 } });
    expect((await call('DELETE', address)).status).toBe(204);
    expect([(await call('HEAD', address)).status, await parts()]).toEqual([404, []]);
  });
});

/** Sends a request over a bare connection and cuts it after `cut` bytes of the body. */
async function sendCut(
  address: string,
  offset: number,
  bytes: Buffer,
  cut: number,
  length = bytes.length,
): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `PATCH ${address} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${writer.token}\r\ntus-resumable: 1.0.0\r\nupload-offset: ${offset}\r\n` +
      `content-type: application/offset+octet-stream\r\ncontent-length: ${length}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(bytes.subarray(0, cut), () => resolve()));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
}

describe('connections that are cut', () => {
  it('G-2 at each megabyte: what came counts, the rest follows, nothing is there before', async () => {
    const bytes = randomBytes(6 * MB);
    const address = await begin('cut.bin', bytes.length);
    for (let at = await offsetOf(address); at < 5 * MB;) {
      await sendCut(address, at, bytes.subarray(at), MB);
      const now = await until(
        () => offsetOf(address),
        (offset) => offset > at,
        10,
      );
      expect(now).toBeLessThanOrEqual(at + MB);
      expect((await writer.call('GET', `${DATASET}/obj?path=cut.bin`)).status).toBe(404);
      at = now;
    }
    // 99 %, and a length that promises more than comes.
    const at = await offsetOf(address);
    await sendCut(address, at, bytes.subarray(at), Math.floor((bytes.length - at) * 0.99));
    const last = await until(
      () => offsetOf(address),
      (offset) => offset > at,
      10,
    );
    const lying = await piece(address, last, bytes.subarray(last), { 'content-length': String(bytes.length) }).catch(
      () => undefined,
    );
    expect(lying?.status ?? 0).toBeLessThan(500);
    const rest = await offsetOf(address);
    if (rest < bytes.length) await piece(address, rest, bytes.subarray(rest));
    expect(sha256(await bytesAt('cut.bin'))).toBe(sha256(bytes));
    expect(await parts()).toEqual([]);
  });

  it('G-2 pieces without a length are taken, up to the end of the file and no further', async () => {
    const address = await begin('chunked.bin', 5);
    const stream = (text: string): Promise<Response> =>
      fetch(service.url + address, {
        method: 'PATCH',
        headers: {
          ...TUS,
          authorization: `Bearer ${writer.token}`,
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: new Blob([text]).stream(),
        duplex: 'half',
      } as RequestInit);
    expect((await stream('too long')).status).toBe(413);
    const offset = await offsetOf(address);
    expect(offset).toBe(0);
    expect((await stream('right')).status).toBe(204);
    expect((await bytesAt('chunked.bin')).toString()).toBe('right');
  });

  it('a second connection takes over from one that hangs', async () => {
    const bytes = randomBytes(2 * MB);
    const address = await begin('hangs.bin', bytes.length);
    const { hostname, port } = new URL(service.url);
    const hanging = connect(Number(port), hostname);
    hanging.on('error', () => undefined);
    hanging.write(
      `PATCH ${address} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${writer.token}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
        `content-type: application/offset+octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    );
    hanging.write(bytes.subarray(0, 1.5 * MB));
    await until(
      async () => (await stat(join(service.dataDir, 'uploads', address.split('/').at(-1)!))).size,
      (size) => size > 0,
    );
    const at = await offsetOf(address);
    expect((await piece(address, at, bytes.subarray(at))).status).toBe(204);
    hanging.destroy();
    expect(sha256(await bytesAt('hangs.bin'))).toBe(sha256(bytes));
  });
});
