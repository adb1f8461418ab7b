import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataset, createPerson, type Person } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';
import { answerOf, beginShare, countersOf, endShare, sha256, shareOf } from '../support/share.ts';
import { metadataOf, TUS } from '../support/uploads.ts';

const DATASET = 'ann/chunks';
const BYTES = Buffer.from('The quick brown fox jumps over the lazy dog');
/** Where the chunks of these bytes begin and end: of any sizes. */
const CUTS = [0, 10, 11, 30, BYTES.length];

let service: TestService;
let ann: Person;
let token: string;

beforeAll(async () => {
  service = await startService({ BUILDS__CONCURRENCY: '0', EnableStorageLimiter: 'true', Uploads__MaxSizeMB: '1' });
  ann = await createPerson(service, 'ann');
  await createDataset(service, DATASET, 0);
  token = await beginShare(ann, { tag: DATASET });
});
afterAll(() => service[Symbol.asyncDispose]());

const partsOf = (dataDir: string): Promise<string[]> => readdir(join(dataDir, 'chunks'));
const chunk = (index: number): Buffer => BYTES.subarray(CUTS[index], CUTS[index + 1]);
const send = (index: number | string, more: Record<string, string | Uint8Array> = {}, name = token) =>
  answerOf(
    ann.call('POST', `/share/${name}/upload/chunked`, undefined, {
      body: form({
        chunk: chunk(Number(index)),
        FileId: 'one',
        ChunkIndex: String(index),
        TotalChunks: '4',
        TotalFileSize: String(BYTES.length),
        FileName: 'fox.txt',
        Path: 'deep/fox.txt',
        ...more,
      }),
    }),
  );
const received = (fileId = 'one') => answerOf(ann.call('GET', `/share/${token}/upload/chunked?fileId=${fileId}`));
const taken = (index: number) => [
  200,
  { fileId: 'one', receivedChunk: index, success: true, isComplete: false, hash: null, size: 0 },
];
const whole = [200, { path: 'deep/fox.txt', hash: sha256(BYTES), size: BYTES.length }];

it('G-4 takes chunks in any order, repeated, with their checksums, and goes on after the service was started again', async () => {
  expect((await received())[0]).toBe(404);
  expect(await send(2)).toEqual(taken(2));
  expect(await send(0, { chunk: Buffer.from('not right') })).toEqual(taken(0));
  const md5 = createHash('md5').update(chunk(0)).digest('hex').toUpperCase();
  expect((await send(0, { ChunkMd5: 'f'.repeat(32) }))[0]).toBe(400);
  expect(await send(0, { ChunkMd5: md5 })).toEqual(taken(0));
  expect(await partsOf(service.dataDir)).toHaveLength(2);
  expect(await received()).toEqual([
    200,
    {
      fileId: 'one',
      path: 'deep/fox.txt',
      totalChunks: 4,
      totalFileSize: BYTES.length,
      receivedChunks: [0, 2],
      isComplete: false,
    },
  ]);

  await service.app.close();
  service = await startService({
    ...service.environment,
    BUILDS__CONCURRENCY: '0',
    EnableStorageLimiter: 'true',
    Uploads__MaxSizeMB: '1',
  });
  const call: Person['call'] = (method, path, json, options = {}) =>
    service.call(method, path, { token: ann.token, ...(json === undefined ? {} : { json }), ...options });
  ann = { ...ann, call };
  expect(await send(3)).toEqual(taken(3));
  expect(await send(1)).toEqual(whole);
  expect(await partsOf(service.dataDir)).toEqual([]);
  // The answer to the last one was lost.
  expect(await send(1)).toEqual(whole);
  expect((await received())[1]).toMatchObject({ receivedChunks: [0, 1, 2, 3], isComplete: true });
  expect((await send(1, { chunk: Buffer.from('x') }))[0]).toBe(400);
  expect(await partsOf(service.dataDir)).toEqual([]);
  expect((await shareOf(ann, token)).entries).toMatchObject([{ path: 'deep/fox.txt', hash: sha256(BYTES) }]);
});

it('refuses chunks that tell of no file, or of another one', async () => {
  const refused: Record<string, string>[] = [
    { ChunkIndex: '4' },
    { ChunkIndex: '-1' },
    { ChunkIndex: '1.5' },
    { TotalChunks: '0' },
    { TotalChunks: '10001' },
    { TotalFileSize: '0' },
    { TotalFileSize: '1e3' },
    { TotalFileSize: '3' },
    { FileId: '' },
    { FileId: 'x'.repeat(257) },
    { FileId: '../../x', Path: '../x' },
    { Path: 'a/../b' },
    { ChunkMd5: 'none' },
  ];
  expect((await send(0, { FileId: 'two', chunk: Buffer.alloc(0) }))[0]).toBe(400);
  for (const fields of refused)
    expect([fields, (await send(0, { FileId: 'two', ...fields }))[0]]).toEqual([fields, 400]);
  expect(await send(0, { FileId: 'three' })).toMatchObject([200, { isComplete: false }]);
  expect((await send(1, { FileId: 'three', TotalChunks: '5' }))[0]).toBe(400);
  expect((await send(1, { FileId: 'three', Path: 'other.txt' }))[0]).toBe(400);
  const short = { FileId: 'short', TotalChunks: '1', TotalFileSize: '99' };
  expect(await send(0, short)).toMatchObject([400, { error: /TotalFileSize/ }]);
  expect((await send(0, { FileId: 'large', TotalFileSize: '1048577' }))[0]).toBe(413);
  expect((await send(0, {}, 'x'.repeat(32)))[0]).toBe(404);
  expect(await partsOf(service.dataDir)).toHaveLength(2);
});

it('asks again for chunks that the disk has lost', async () => {
  const before = await partsOf(service.dataDir);
  const lost = { FileId: 'lost' };
  for (const index of [0, 1, 2]) expect((await send(index, lost))[0]).toBe(200);
  const parts = (await partsOf(service.dataDir)).filter((name) => !before.includes(name));
  const sizes = await Promise.all(parts.map(async (name) => (await stat(join(service.dataDir, 'chunks', name))).size));
  await rm(join(service.dataDir, 'chunks', parts[sizes.indexOf(chunk(1).length)]!));
  expect(await send(3, lost)).toMatchObject([400, { error: /ChunkIndex 1 again/ }]);
  expect((await received('lost'))[1]).toMatchObject({ receivedChunks: [0, 2, 3], isComplete: false });
  expect(await send(1, lost)).toEqual(whole);
  expect(await partsOf(service.dataDir)).toEqual(before);
});

it('charges chunks to the quota, gives it back with them, and commits what is whole', async () => {
  const quota = (total: number | null) => service.call('PUT', '/users/ann/storage', { json: { total } });
  // Two chunks of ten bytes are there, and the whole file.
  await quota(BYTES.length + 20 + 15);
  expect((await send(0, { FileId: 'four', chunk: Buffer.alloc(15) }))[0]).toBe(200);
  expect((await send(0, { FileId: 'four', chunk: Buffer.alloc(15) }))[0]).toBe(200);
  expect((await send(0, { FileId: 'four', chunk: Buffer.alloc(16) }))[0]).toBe(507);
  expect((await send(1, { FileId: 'four' }))[0]).toBe(507);
  expect((await send(0, { FileId: 'four', chunk: Buffer.alloc(14) }))[0]).toBe(200);
  expect((await send(1, { FileId: 'four' }))[0]).toBe(200);
  expect((await endShare(ann, token, 'commit'))[0]).toBe(200);
  expect(await countersOf(ann, DATASET)).toEqual([BYTES.length, 2]);
  expect((await send(2))[0]).toBe(400);
  // The file takes the place of its chunks, and is not charged twice.
  token = await beginShare(ann, { tag: DATASET });
  await quota(BYTES.length * 2);
  for (const index of [3, 1, 0]) expect(await send(index)).toEqual(taken(index));
  expect(await send(2)).toEqual(whole);
  expect((await endShare(ann, token, 'rollback'))[0]).toBe(200);
  const [, storage] = await answerOf(ann.call('GET', '/users/storage'));
  expect(storage).toMatchObject({ used: BYTES.length });
  await quota(null);
});

it('stages a resumable upload that names the batch, and only that of its user in its dataset', async () => {
  token = await beginShare(ann, { tag: DATASET });
  const ben = await createPerson(service, 'ben');
  const create = async (who: Person, dataset: string, batch: string, size = BYTES.length): Promise<Response> => {
    const metadata = metadataOf({ path: 'tus.txt', batch });
    const headers = { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata };
    return who.call('POST', `/orgs/${dataset.replace('/', '/ds/')}/uploads`, undefined, { headers });
  };
  await createDataset(service, 'ben/other', 0);
  expect((await create(ben, 'ben/other', token)).status).toBe(404);
  expect((await create(ann, DATASET, 'none')).status).toBe(404);
  const begun = await create(ann, DATASET, token);
  expect(begun.status).toBe(201);
  const headers = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const sent = await ann.call('PATCH', begun.headers.get('location')!, undefined, { headers, body: BYTES });
  expect(sent.status).toBe(204);
  expect((await shareOf(ann, token)).entries).toMatchObject([{ path: 'tus.txt', hash: sha256(BYTES) }]);
  expect(await countersOf(ann, DATASET)).toEqual([BYTES.length, 2]);
  const left = await create(ann, DATASET, token);
  expect((await endShare(ann, token, 'commit'))[0]).toBe(200);
  expect(await countersOf(ann, DATASET)).toEqual([BYTES.length * 2, 3]);
  expect((await ann.call('HEAD', left.headers.get('location')!, undefined, { headers: TUS })).status).toBe(404);
  expect((await create(ann, DATASET, token)).status).toBe(400);
});
