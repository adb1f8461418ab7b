/**
 * What is done to trees of a million entries, and what others wait for it: moves, copies and deletions of a tenth and of all, an
 * archive, an index file, the removal of a dataset. On the embedded database and on a PostgreSQL server, which it starts unless
 * `DATABASE_URL` names one. Beside `mv`, `cp -al`, `rm -r`, `zip -0` of as many real files. `BENCH_ENTRIES` changes the million,
 * `BENCH_MINUTES` (90) after how many it gives up.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDatabase } from '../../src/database/index.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { startProcess, type ServiceProcess } from '../../test/support/process.ts';
import { fillEntries } from '../support/many-entries.ts';
import { forgetPeak, residentMemory } from '../support/memory.ts';
import { clientOf, whileAsking, type Client } from './client.ts';
import { makeRealTree } from './real-tree.ts';

const run = promisify(execFile);
const FILES = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000);
/** A tenth lies in each folder. */
const TREE = { files: FILES, perFolder: Math.ceil(FILES / 10) };
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 90);
const PASSWORD = 'secret123';
const MANY = '/orgs/admin/ds/many';
/** Small requests of others: one that asks the database, one that does not. */
const OTHERS = { list: '/orgs/admin/ds/small/list', version: '/version' };

const signal = AbortSignal.timeout(MINUTES * 60_000);
const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-trees-'));
const real = join(folder, 'real', 'flights');
const blobs = join(folder, 'blobs');
try {
  await makeRealTree(TREE, blobs, real, signal);
  console.log(`${FILES.toLocaleString('en')} files; others: longest time of a small request while it runs.`);
  await benchReferences();
  await benchService('embedded database', undefined);
  const url = process.env['DATABASE_URL'];
  const server = url === undefined ? await startPostgres([]) : undefined;
  try {
    await benchService('PostgreSQL server', url ?? server!.url);
  } finally {
    await server?.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function benchReferences(): Promise<void> {
  console.log('\nReal files:');
  const beside = (name: string): string => join(folder, 'real', name);
  const program = (name: string, ...args: string[]): Promise<void> =>
    told(`${name} ${args.filter((arg) => arg.startsWith('-')).join(' ')}`, () => run(name, args, { signal }));
  for (const [what, path] of [
    ['a tenth', join(real, 'f000003')],
    ['all', real],
  ] as const) {
    console.log(` ${what}:`);
    await program('mv', path, beside('moved'));
    await run('mv', [beside('moved'), path]);
    await program('cp', '-al', path, beside('copy'));
    await program('rm', '-r', beside('copy'));
  }
  console.log(' archive:');
  const archive = beside('all.zip');
  await told('zip -0 -r', () => run('zip', ['-0', '-q', '-r', archive, 'flights'], { cwd: join(real, '..'), signal }));
  await rm(archive);
}

async function benchService(name: string, url: string | undefined): Promise<void> {
  console.log(`\n${name}:`);
  const dataDir = join(folder, 'data');
  const environment = {
    DATA_DIR: dataDir,
    DefaultAdmin__Password: PASSWORD,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  };
  const withService = async (work: (client: Client, service: ServiceProcess) => Promise<void>): Promise<void> => {
    const service = await startProcess(environment);
    try {
      await work(clientOf(service.url, `admin:${PASSWORD}`, signal), service);
    } finally {
      await service.end('SIGTERM');
    }
  };
  await withService(async (client) => {
    for (const slug of ['many', 'small']) await client('/orgs/admin/ds', { method: 'POST', json: { slug } });
  });
  await fill(dataDir, url);
  await rm(join(dataDir, 'blobs'), { recursive: true });
  await run('cp', ['-al', blobs, join(dataDir, 'blobs')], { signal });
  try {
    await withService(async (client, service) => {
      const pid = service.child.pid!;
      await benchArchive(client, pid);
      await benchIndexFile(client, pid);
      await benchTrees(client, pid);
      await benchRemoval(client, pid);
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fill(dataDir: string, url: string | undefined): Promise<void> {
  const database = await openDatabase({ url, folder: dataDir });
  try {
    const { id } = await database.db
      .selectFrom('datasets')
      .select('id')
      .where('slug', '=', 'many')
      .executeTakeFirstOrThrow();
    await fillEntries(database.db, id, TREE);
  } finally {
    await database.close();
  }
}

async function benchArchive(client: Client, pid: number): Promise<void> {
  console.log(' archive and index file:');
  const file = join(folder, 'archive.zip');
  const others = await watched(pid, client, 'archive', async () => {
    const { firstByte } = await client(`${MANY}/download`, { file });
    return `first byte after ${firstByte.toFixed(0)} ms, ${await megabytes(file)}`;
  });
  console.log(others);
  const { stdout } = await run('unzip', ['-Zt', file], { signal });
  const count = Number(/^(\d+) files/.exec(stdout)?.[1]);
  const expected = FILES + Math.ceil(FILES / TREE.perFolder) + 1;
  if (count !== expected) throw new Error(`The archive has ${count} entries, not ${expected}`);
  await rm(file);
}

async function benchIndexFile(client: Client, pid: number): Promise<void> {
  const file = join(folder, 'index.zip');
  const ask = () => client(`${MANY}/svc`, { file });
  console.log(
    await watched(pid, client, 'index file', async () => {
      await ask();
      return megabytes(file);
    }),
  );
  await told('index file, unchanged', ask);
  await run('unzip', ['-q', file, '-d', join(folder, 'index')], { signal });
  const index = new DatabaseSync(join(folder, 'index', '.ddb', 'dbase.sqlite'));
  await told('the same file, written by SQLite alone', async () =>
    index.prepare('vacuum into ?').run(join(folder, 'index', 'again')),
  );
  index.close();
  await told('zip of it', () => run('zip', ['-q', file, join(folder, 'index', 'again')], { signal }));
  await Promise.all([rm(file), rm(join(folder, 'index'), { recursive: true })]);
}

async function benchTrees(client: Client, pid: number): Promise<void> {
  for (const [what, path] of [
    ['a tenth', 'flights/f000003'],
    ['all', 'flights'],
  ] as const) {
    console.log(` ${what}:`);
    const change = async (name: string, method: string, route: string, json: object): Promise<void> =>
      console.log(await watched(pid, client, name, () => client(`${MANY}/${route}`, { method, json })));
    await change('move', 'PUT', 'obj', { source: path, dest: 'moved' });
    await change('move back', 'PUT', 'obj', { source: 'moved', dest: path });
    await change('copy', 'POST', 'obj/copy', { source: path, dest: 'copy' });
    await change('delete', 'DELETE', 'obj', { path: 'copy' });
  }
}

async function benchRemoval(client: Client, pid: number): Promise<void> {
  console.log(' dataset:');
  const deleted = performance.now();
  const removed = await watched(pid, client, 'removal in the background', async () => {
    const { whole } = await client(MANY, { method: 'DELETE' });
    for (let state = ''; state !== 'Succeeded'; await sleep(200)) {
      const { text } = await client('/sys/tasks?toolId=dataset-removal&take=1');
      state = (JSON.parse(text) as { readonly items: readonly { readonly state: string }[] }).items[0]?.state ?? '';
      if (state === 'Failed') throw new Error(`The removal failed after ${performance.now() - deleted} ms: ${text}`);
    }
    return `answered after ${whole.toFixed(0)} ms`;
  });
  console.log(removed);
}

/** Measures a piece of work of the service, its memory, and what others wait. @param work may return more to tell */
async function watched(pid: number, client: Client, what: string, work: () => Promise<unknown>): Promise<string> {
  const before = await forgetPeak(pid);
  const begin = performance.now();
  let [seconds, more]: [number, unknown] = [0, undefined];
  const others = await whileAsking(client, OTHERS, async () => {
    more = await work();
    seconds = (performance.now() - begin) / 1000;
  });
  const { peak } = await residentMemory(pid);
  const told = typeof more === 'string' ? `; ${more}` : '';
  return `${row(what, seconds)}; others: ${others}; memory ${before.now} MiB, at most ${peak}${told}`;
}

async function told(what: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await work();
  console.log(row(what, (performance.now() - begin) / 1000));
}

function row(what: string, seconds: number): string {
  return `  ${what.padEnd(40)} ${seconds.toFixed(2).padStart(8)} s`;
}

async function megabytes(file: string): Promise<string> {
  return `${((await stat(file)).size / 1e6).toFixed(0)} MB`;
}
