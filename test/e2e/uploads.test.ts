import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DATASET, TUS, metadataOf, sha256, startUploads } from '../support/uploads.ts';

const MB = 1_000_000;

const uploads = await startUploads();
const { service, writer, parts, call, send, begin, piece, offsetOf, bytesAt } = uploads;
afterAll(() => uploads[Symbol.asyncDispose]());

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
