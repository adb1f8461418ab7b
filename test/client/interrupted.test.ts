import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stampOf, type Stamp } from '../../src/sync/index.ts';
import { LocalIndex } from '../../src/client/local/local-index.ts';
import { testClient, type TestClient } from '../support/client.ts';
import { cuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { startService, until, type TestService } from '../support/service.ts';

const MIB = 1024 * 1024;
/** In the order in which they go over: one that goes as a whole, one that is gone on with, one that had not begun. */
const FILES = { 'a.bin': randomBytes(5 * MIB), 'large.bin': randomBytes(16 * MIB), 'note.txt': Buffer.from('windy') };
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const HASHES = Object.values(FILES).map(sha256);
const [FIRST_HASH, LARGE_HASH] = [HASHES[0]!, HASHES[1]!];
/** Both ways, when the command is ended: within the large file. */
const BYTES_BEFORE = 17 * MIB;
/** Bytes of the large file that the other side has by then. */
const KEPT = 8 * MIB;

let service: TestService;
let proxy: CuttingProxy;
let client: TestClient;

beforeAll(async () => {
  service = await startService({ BUILDS__CONCURRENCY: '0' });
  proxy = await cuttingProxy(service.url);
  client = await testClient({ ALIDADE_SERVER: proxy.url, ALIDADE_TOKEN: service.token });
  await makeFiles('field');
  await run('create', 'admin/full');
  await run('put', 'field/', 'admin/full');
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function run(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await client.run(['-q', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function makeFiles(folder: string): Promise<void> {
  await mkdir(join(client.cwd, folder));
  for (const [name, bytes] of Object.entries(FILES)) await writeFile(join(client.cwd, folder, name), bytes);
}

async function stampThere(dataset: string): Promise<Stamp | undefined> {
  const answer = await service.call('GET', `/orgs/admin/ds/${dataset}/stamp`);
  return answer.status === 404 ? undefined : ((await answer.json()) as Stamp);
}

const hashesThere = async (dataset: string): Promise<string[]> =>
  ((await stampThere(dataset))?.entries ?? []).flatMap((entry) => Object.values(entry)).filter((hash) => hash !== '');

async function hashesHere(folder: string): Promise<string[]> {
  const names = (await readdir(here(folder))).filter((name) => !name.startsWith('.'));
  return Promise.all(names.map(async (name) => sha256(await readFile(here(folder, name)))));
}

/** A command that is ended. */
interface Row {
  readonly command: 'put' | 'share' | 'push' | 'get' | 'clone';
  readonly prepare?: (name: string) => Promise<unknown>;
  readonly words: (name: string) => string[];
  /** It runs in a folder of its name. */
  readonly within?: true;
  /** Folder in which the other side collects what is on its way. */
  readonly arrives: (name: string) => string;
  /** Hashes of what stands on the other side under its name. */
  readonly seen: (name: string) => Promise<string[]>;
  /** Those of it when the command was ended: what is whole, of shares and pushes nothing. */
  readonly seenBefore: readonly string[];
  /** The dataset, where a copy of it is made or read. */
  readonly copyOf?: (name: string) => string;
  /** What the command says when it has gone on. */
  readonly says?: string;
}

const uploads = (): string => join(service.dataDir, 'uploads');
const here = (...names: string[]): string => join(client.cwd, ...names);
const up = { arrives: uploads, seen: hashesThere, seenBefore: [] };
const down = { seen: hashesHere, seenBefore: [FIRST_HASH] };
const makeCopy = async (name: string): Promise<void> => {
  await makeFiles(name);
  await run('init', name);
};
const ROWS: readonly Row[] = [
  {
    ...up,
    command: 'put',
    seenBefore: [FIRST_HASH],
    prepare: (name) => run('create', `admin/${name}`),
    words: (name) => ['put', 'field', `admin/${name}`],
  },
  { ...up, command: 'share', words: (name) => ['share', '--to', `admin/${name}`, 'field'], says: 'It is private' },
  {
    ...up,
    command: 'push',
    prepare: makeCopy,
    within: true,
    words: (name) => ['push', `admin/${name}`],
    copyOf: (name) => name,
  },
  { ...down, command: 'get', words: (name) => ['get', 'admin/full:/', name], arrives: (name) => here(name) },
  {
    ...down,
    command: 'clone',
    words: (name) => ['clone', 'admin/full', name],
    arrives: (name) => here(name, '.alidade/incoming'),
    copyOf: () => 'full',
  },
];
const CASES = ROWS.flatMap((row) => [
  { ...row, signal: 'SIGINT' as const, ending: { code: 130, says: true } },
  { ...row, signal: 'SIGKILL' as const, ending: { code: null, says: false } },
]);

it.each(CASES)('$command, ended by $signal, goes on when it is run again', async (row) => {
  const { command, signal, ending, arrives, seen } = row;
  const name = `${command}-${signal.toLowerCase()}`;
  await row.prepare?.(name);
  const words = ['--parallel', '1', ...row.words(name)];
  const folder = row.within ? name : '';

  const held = proxy.hold(BYTES_BEFORE);
  const running = client.start(words, folder);
  await Promise.race([held, running.ended.then(() => expect.fail(running.output()))]);
  // What has passed the network is in a file some moments later.
  await until(
    () => largestPart(arrives(name)),
    (bytes) => bytes > KEPT,
  );
  const code = await running.end(signal);
  expect({ code, says: running.output().endsWith('goes on where it stopped.\n') }).toEqual(ending);
  expect(await seen(name)).toEqual(row.seenBefore);
  if (row.copyOf) expectSound(name);

  // What came is not called new; a command that was killed could not note it.
  const isNoted = command === 'clone' && signal === 'SIGINT';
  const status = isNoted ? (await client.run(['status'], { folder: name })).stdout : '';
  expect(status.includes('Nothing changed here.')).toBe(isNoted);

  const before = proxy.bytes;
  const again = await client.run(words, { folder });
  expect(again, again.stderr).toMatchObject({ code: 0 });
  expect(again.stderr).toMatch(/large\.bin goes on where it stopped: [\d.]+ MB of 17 MB are there\./);
  expect(proxy.bytes - before).toBeLessThan(FILES['large.bin'].length - KEPT + MIB / 2);
  expect(again.stderr).toContain(row.says ?? '');
  expect((await seen(name)).sort()).toEqual(HASHES.toSorted());
  if (row.copyOf) await expectEqual(name, row.copyOf(name));
  // Nothing is left of what was on its way, nor of what was remembered to go on with.
  expect(await largestPart(arrives(name))).toBe(0);
  expect(await readdir(join(client.home, '.local/state/alidade/uploads'))).toEqual([]);
});

it('sends equal contents once', async () => {
  await makeFiles('equal');
  for (const name of ['copy.bin', 'copy.tif']) await writeFile(here('equal', name), FILES['large.bin']);
  await run('init', 'equal');
  const before = proxy.bytes;
  const pushed = await client.run(['push', 'admin/equal'], { folder: 'equal' });
  expect(pushed, pushed.stderr).toMatchObject({
    code: 0,
    stdout: 'Pushed: 5 files written (3 sent), 0 removed, 0 changes of metadata.\n',
  });
  expect(proxy.bytes - before).toBeLessThan(22 * MIB);
  expect((await hashesThere('equal')).sort()).toEqual([...HASHES, LARGE_HASH, LARGE_HASH].sort());
});

/** Bytes of the largest file that is on its way in a folder: those of uploads have an id for a name. */
async function largestPart(folder: string): Promise<number> {
  const found = await readdir(folder).catch(() => []); // Not made yet, or removed with the last of it.
  const names = found.filter((name) => /\.part$|^[0-9a-f-]{36}$/.test(name));
  return Math.max(0, ...(await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))));
}

function expectSound(folder: string): void {
  const index = new DatabaseSync(here(folder, '.alidade/dbase.sqlite'), { readOnly: true });
  try {
    expect(index.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  } finally {
    index.close();
  }
}

async function expectEqual(folder: string, dataset: string): Promise<void> {
  using index = LocalIndex.open(here(folder, '.alidade/dbase.sqlite'));
  expect(stampOf(index.content())).toEqual(await stampThere(dataset));
}
