import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stampOf, type Stamp } from '../../src/sync/index.ts';
import { LocalIndex } from '../../src/client/local/local-index.ts';
import { testClient, type ClientRun, type TestClient } from '../support/client.ts';
import { FULL } from '../support/full.ts';
import { startService, type TestService } from '../support/service.ts';

/** Files of the tree, in folders of fifty: some of the steps of a thousand in which both sides work. */
const FILES = FULL ? 5000 : 1500;
const ODD_NAMES = [
  'with space.txt',
  '#hash & 100%.txt',
  '%2e%2e.txt',
  'ü composed.txt',
  'u\u0308 composed.txt',
  '🛰️ flight.txt',
  '+plus?question*.txt',
  '\'quotes".txt',
  '.hidden',
  'n'.repeat(250),
  'é'.repeat(125),
  '__proto__x',
];

let service: TestService;
let client: TestClient;

beforeAll(async () => {
  service = await startService({ BUILDS__CONCURRENCY: '0' });
  client = await testClient({ ALIDADE_SERVER: service.url, ALIDADE_TOKEN: service.token });
  await service.call('POST', '/orgs', { json: { slug: 'acme', name: 'Acme' } });
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const at = (...path: string[]): string => join(client.cwd, ...path);
async function run(folder: string, ...words: string[]): Promise<ClientRun> {
  const done = await client.run(['--parallel', '16', ...words], { folder });
  expect(done.stderr.split('\n').filter((line) => line.startsWith('alidade:'))).toEqual([]);
  expect(done.code).toBe(0);
  return done;
}

/** Paths and bytes of a tree; folders without bytes. */
async function treeOf(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(at(folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(at(folder).length + 1);
    if (path.startsWith('.alidade')) continue;
    const bytes = entry.isFile() ? await readFile(at(folder, path)) : undefined;
    found.set(path, bytes === undefined ? '' : createHash('sha256').update(bytes).digest('hex'));
  }
  return found;
}

async function serverStamp(dataset: string): Promise<Stamp> {
  return (await (await service.call('GET', `/orgs/acme/ds/${dataset}/stamp`)).json()) as Stamp;
}

/** The copy, its index and the dataset are one. */
async function expectEqual(folder: string, dataset: string): Promise<void> {
  const tree = await treeOf(folder);
  using index = LocalIndex.open(at(folder, '.alidade/dbase.sqlite'));
  expect(stampOf(index.content())).toEqual(await serverStamp(dataset));
  expect(index.content().entries).toEqual(tree);
}

async function makeTree(folder: string): Promise<void> {
  for (let part = 0; part < FILES / 50; part++) {
    await mkdir(at(folder, `strip ${part}`, 'nested'), { recursive: true });
    for (let number = 0; number < 50; number++)
      await writeFile(
        at(folder, `strip ${part}`, number % 2 ? 'nested' : '', `${number}.txt`),
        `file ${part} ${number}`,
      );
  }
  await mkdir(at(folder, 'empty', 'and empty'), { recursive: true });
  await mkdir(at(folder, 'odd'), { recursive: true });
  for (const name of ODD_NAMES) await writeFile(at(folder, 'odd', name), name);
}

function addValues(folder: string, values: readonly (readonly [path: string, key: string, data: string])[]): void {
  const index = new DatabaseSync(at(folder, '.alidade/dbase.sqlite'));
  const insert = index.prepare(
    'insert into entries_meta (id, path, key, data, mtime) values (?, ?, ?, ?, unixepoch())',
  );
  for (const [path, key, data] of values) insert.run(crypto.randomUUID(), path, key, data);
  index.close();
}

it(
  `brings ${FILES} files with everything there and back, and both sides stay equal`,
  async () => {
    await run('', 'init', 'first');
    await makeTree('first');
    await run('first', 'add');
    addValues('first', [
      ['', 'name', '"The first"'],
      ['', 'notes', '{"a":[1,2]}'],
      ['', 'notes', '"two"'],
      ['odd/🛰️ flight.txt', 'pilot', '"Ann"'],
      ['empty', 'remarks', '1'],
    ]);
    await run('first', 'push', 'acme/round');
    await expectEqual('first', 'round');

    await run('', 'clone', 'acme/round', 'second');
    await expectEqual('second', 'round');
    expect(await treeOf('second')).toEqual(await treeOf('first'));

    // Both sides change: contents, names, kinds, folders, metadata.
    await writeFile(at('first', 'strip 1', '0.txt'), 'changed in the first');
    await rename(at('first', 'strip 2'), at('first', 'moved'));
    await rm(at('first', 'strip 3'), { recursive: true });
    await rm(at('first', 'strip 4', '0.txt'));
    await mkdir(at('first', 'strip 4', '0.txt'));
    await writeFile(at('first', 'strip 4', '0.txt', 'inside'), 'x');
    addValues('first', [['', 'notes', '"three"']]);
    await writeFile(at('second', 'strip 5', '0.txt'), 'changed in the second');
    await rm(at('second', 'empty'), { recursive: true });
    await writeFile(at('second', 'empty'), 'a file now');
    await mkdir(at('second', 'new folder'));
    addValues('second', [['odd/.hidden', 'remarks', 'true']]);

    await run('first', 'push');
    await expectEqual('first', 'round');
    const refused = await client.run(['push'], { folder: 'second' });
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('alidade pull') as string });
    await run('second', 'pull');
    await run('second', 'push');
    await expectEqual('second', 'round');
    await run('first', 'pull');
    await expectEqual('first', 'round');
    expect(await treeOf('first')).toEqual(await treeOf('second'));
    expect((await run('first', 'push')).stdout).toContain('Nothing to push');
    // Half a minute of two processors; they have other things to do.
  },
  FULL ? 1_800_000 : 600_000,
);

it('keeps the metadata of what was moved in the dataset', async () => {
  await run('', 'init', 'mover');
  await writeFile(at('mover', 'before.txt'), 'the same bytes');
  await run('mover', 'add');
  addValues('mover', [['before.txt', 'pilot', '"Ann"']]);
  await run('mover', 'push', 'acme/moved');
  const moved = await service.call('PUT', '/orgs/acme/ds/moved/obj', {
    json: { source: 'before.txt', dest: 'after/there.txt' },
  });
  expect(moved.ok).toBe(true);
  await run('mover', 'pull');
  await expectEqual('mover', 'moved');
});

it('tells what both sides changed, touches nothing of it, and lets the user decide', async () => {
  await run('', 'init', 'ours');
  await writeFile(at('ours', 'same.txt'), 'base');
  await writeFile(at('ours', 'gone.txt'), 'base');
  await run('ours', 'push', 'acme/sides');
  await run('', 'clone', 'acme/sides', 'theirs');
  for (const side of ['ours', 'theirs']) {
    await writeFile(at(side, 'same.txt'), side);
    await writeFile(at(side, `${side}.txt`), side);
  }
  await rm(at('ours', 'gone.txt'));
  await writeFile(at('theirs', 'gone.txt'), 'kept');
  await run('theirs', 'push');

  const pulled = await client.run(['pull'], { folder: 'ours' });
  expect(pulled.code).toBe(5);
  for (const path of ['same.txt', 'gone.txt']) expect(pulled.stderr).toContain(`Changed on both sides: ${path}`);
  expect(await readFile(at('ours', 'same.txt'), 'utf8')).toBe('ours');
  expect(await readFile(at('ours', 'theirs.txt'), 'utf8')).toBe('theirs');
  expect((await client.run(['push'], { folder: 'ours' })).code).toBe(5);

  await run('ours', 'pull', '--ours');
  await run('ours', 'push');
  await expectEqual('ours', 'sides');
  await writeFile(at('theirs', 'same.txt'), 'again');
  await run('theirs', 'pull', '--theirs');
  await expectEqual('theirs', 'sides');
  expect(await readFile(at('theirs', 'same.txt'), 'utf8')).toBe('ours');
  expect((await treeOf('theirs')).has('gone.txt')).toBe(false);
});

it('loses no metadata of what is gone here, until that is pushed', async () => {
  const valueOf = async (path: string, text: string): Promise<void> => {
    await run('', 'meta', 'add', `acme/values:${path}`, 'notes', JSON.stringify(text));
  };
  const ids = async (): Promise<readonly string[]> => (await serverStamp('values')).meta;
  await run('', 'init', 'values');
  for (const name of ['back.txt', 'theirs.txt', 'away.txt']) await writeFile(at('values', name), name);
  await run('values', 'push', 'acme/values');
  const before = (await ids()).length;
  for (const name of ['back.txt', 'theirs.txt', 'away.txt']) await valueOf(name, 'first');
  await run('values', 'pull');

  // Gone when somebody looked, and there again.
  await rename(at('values', 'back.txt'), at('back.txt'));
  await run('values', 'status');
  await rename(at('back.txt'), at('values', 'back.txt'));
  // Gone here and changed there, in its bytes and with another value.
  await rm(at('values', 'theirs.txt'));
  await writeFile(at('theirs.txt'), 'changed');
  await run('', 'put', '--overwrite', 'theirs.txt', 'acme/values');
  await valueOf('theirs.txt', 'second');
  expect((await client.run(['pull'], { folder: 'values' })).code).toBe(5);
  await run('values', 'pull', '--theirs');
  await run('values', 'push');
  expect(await ids()).toHaveLength(before + 4);
  await expectEqual('values', 'values');

  await rm(at('values', 'away.txt'));
  await run('values', 'push');
  await writeFile(at('values', 'away.txt'), 'away.txt');
  await run('values', 'push');
  expect(await ids()).toHaveLength(before + 3);
});

it('belongs to the dataset that the last push reached', async () => {
  await run('', 'init', 'tagged');
  await run('tagged', 'push', 'acme/tagged');
  expect((await client.run(['push', 'nobody/tagged'], { folder: 'tagged' })).code).not.toBe(0);
  expect((await run('tagged', 'status')).stdout).toContain('Copy of acme/tagged');
});

it('goes on with a clone that was ended before its index was whole', async () => {
  await mkdir(at('ended', '.alidade'), { recursive: true });
  for (const name of ['lock', 'dbase.sqlite.new', 'dbase.sqlite.new-wal'])
    await writeFile(at('ended', '.alidade', name), '');
  await run('', 'clone', 'acme/sides', 'ended');
  await expectEqual('ended', 'sides');
});
