import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDataset, createPerson, type Person } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { storedFiles } from '../support/stored-files.ts';
import { zipBytes } from '../support/zip-bytes.ts';

const MB = 1_000_000;
const QUOTA = 3 * MB;
/** Bytes read from a stream before they are counted: one piece of zlib, and the end of a write. */
const BUFFER = 128 * 1024;

let service: TestService;
let person: Person;
let people = 0;
const noise = randomBytes(12 * MB);
/** Sends more than it announced, as it announces nothing. */
const elsewhere = createServer((_, response) => void response.end(noise));

beforeAll(async () => {
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  service = await startService({
    EnableStorageLimiter: 'true',
    BUILDS__CONCURRENCY: '1',
    IMPORT__ALLOWEDHOSTS: '127.0.0.1',
    PROCESSINGPLATFORM__WORKERS: '1',
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  elsewhere.close();
});
beforeEach(async () => {
  person = await createPerson(service, `unpacker${(people += 1)}`);
  await service.call('PUT', `/users/${person.name}/storage`, { json: { total: QUOTA } });
  await createDataset(service, `${person.name}/data`, 0);
});

const dataset = (): string => `/orgs/${person.name}/ds/data`;

interface Task {
  readonly taskId: string;
  readonly state: string;
  readonly errorType: string | null;
  readonly errorText: string | null;
}

async function upload(path: string, file: Buffer): Promise<void> {
  const { status } = await person.call('POST', `${dataset()}/obj`, undefined, { body: form({ path, file }) });
  expect([path, status]).toEqual([path, 201]);
}

/** Runs a tool, and looks meanwhile at what tasks have on the disk. */
async function run(toolId: string, params: object): Promise<Task & { readonly peakBytes: number }> {
  const answer = await person.call('POST', `${dataset()}/tasks`, { toolId, params });
  expect([toolId, answer.status]).toEqual([toolId, 202]);
  const { taskId } = (await answer.json()) as Task;
  let peakBytes = 0;
  const ended = await until(
    async () => {
      peakBytes = Math.max(peakBytes, await scratchBytes());
      return (await (await person.call('GET', `${dataset()}/tasks/${taskId}`)).json()) as Task;
    },
    ({ state }) => ['Succeeded', 'Failed'].includes(state),
  );
  return { ...ended, peakBytes };
}

/** Bytes in the folders of running tasks. */
async function scratchBytes(): Promise<number> {
  const places = ['reading', 'tasks'].map((name) => join(service.dataDir, name));
  const lists = places.map((place) => readdir(place, { recursive: true, withFileTypes: true }).catch(() => []));
  const files = (await Promise.all(lists)).flat().filter((item) => item.isFile());
  const sizes = files.map(({ parentPath, name }) =>
    stat(join(parentPath, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const read = async <T>(path: string): Promise<T> => (await (await person.call('GET', path)).json()) as T;
/** Everything that a refusal must leave as it was. */
const state = async () => ({
  used: await (await service.call('GET', `/users/${person.name}/storage`)).json(),
  list: await read(`${dataset()}/list`),
  about: await read(`${dataset()}/ex`),
  stored: await storedFiles(service),
});

describe('C-4 an archive that has no room under the quota', () => {
  const plain = randomBytes(2 * MB);
  it.each([
    [
      'a ZIP archive that declares more',
      'a.zip',
      zipBytes([
        { name: 'small.txt', content: 'small' },
        { name: 'zeros', content: Buffer.alloc(5 * MB), method: 8 },
      ]),
      0,
    ],
    [
      'many ZIP files that need more together',
      'a.zip',
      zipBytes(
        Array.from({ length: 400 }, (_, at) => ({ name: `${at}.bin`, content: Buffer.alloc(9000, at), method: 8 })),
      ),
      0,
    ],
    ['a single packed file, which declares nothing', 'a.bin.gz', gzipSync(Buffer.alloc(50 * MB)), QUOTA + BUFFER],
  ] as const)('%s is refused, and leaves nothing', async (_, path, bytes, most) => {
    await upload(path, bytes);
    const before = await state();
    const { peakBytes, ...task } = await run('archive-extract', { sourcePath: path });
    expect(task).toMatchObject({ state: 'Failed', errorType: 'QuotaExceeded' });
    expect(task.errorText).toMatch(/^Storage quota exceeded: [\d.]+ MiB out of 2\.86 MiB\. Delete files/);
    // Beside what is unpacked lie the request and the answer of the program.
    expect(peakBytes).toBeLessThanOrEqual(most + BUFFER);
    expect(await state()).toEqual(before);
    expect(await scratchBytes()).toBe(0);
  });

  it('what is there counts as free where it is replaced, and is not needed where it stays', async () => {
    const archive = zipBytes([
      { name: 'plain.bin', content: Buffer.alloc(2 * MB, 1), method: 8 },
      { name: 'new.bin', content: Buffer.alloc(MB / 2, 2), method: 8 },
    ]);
    await upload('plain.bin', plain);
    await upload('a.zip', archive);
    expect(await run('archive-extract', { sourcePath: 'a.zip' })).toMatchObject({ state: 'Succeeded' });
    const hashes = async () =>
      (await read<{ path: string; hash: string }[]>(`${dataset()}/list`)).map(({ path, hash }) => [path, hash]);
    const kept = new Map((await hashes()) as [string, string][]);
    expect(kept.size).toBe(3);
    expect(await run('archive-extract', { sourcePath: 'a.zip', overwrite: true })).toMatchObject({
      state: 'Succeeded',
    });
    const replaced = new Map((await hashes()) as [string, string][]);
    expect(replaced.get('plain.bin')).not.toBe(kept.get('plain.bin'));
    expect(replaced.get('new.bin')).toBe(kept.get('new.bin'));
  });

  it('a file from an address is fetched no further than the quota', async () => {
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/noise`;
    const before = await state();
    const { peakBytes, ...task } = await run('import-file', { url, fileName: 'came.bin' });
    expect(task).toMatchObject({ state: 'Failed', errorType: 'QuotaExceeded' });
    expect(peakBytes).toBeLessThanOrEqual(QUOTA + 2 * 2 ** 20);
    expect(await state()).toEqual(before);
    expect(await scratchBytes()).toBe(0);
  });
});
