/**
 * The commit of many files over HTTP, by share and by push, beside the time it took to send them one by one, and the least
 * that a commit can be: as many rows copied into a table with the columns and indexes of the entries. `BENCH_FILES` makes it
 * smaller, `DATABASE_URL` asks PostgreSQL instead of the embedded database.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../src/database/index.ts';
import { compareBytes } from '../../src/sync/index.ts';
import { basic, startProcess } from '../../test/support/process.ts';
import { processorTimeOf } from '../support/fastcgi.ts';

const FILES = Number(process.env['BENCH_FILES'] ?? 10_000);
const FILES_IN_FOLDER = 500;
/** As the command-line client sends them. */
const PARALLEL = 16;
const PASSWORD = 'secret123';

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const { DATABASE_URL } = process.env;
const service = await startProcess({
  DATA_DIR: folder,
  DefaultAdmin__Password: PASSWORD,
  ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
});
try {
  const name = `bench-${Date.now()}`;
  console.log(`${FILES} files, ${DATABASE_URL === undefined ? 'embedded database' : 'PostgreSQL'}:`);
  const share = JSON.parse(await post('/share/init', { tag: `admin/${name}` })) as { token: string };
  await time('share: send', () => sendAll((path) => post(`/share/${share.token}/upload`, { path }, `share ${path}`)));
  await time('share: commit', () => post(`/share/${share.token}/commit`, {}));

  const push = `/orgs/admin/ds/${name}-pushed/push`;
  let token = '';
  await time('push: begin', async () => {
    ({ token } = JSON.parse(await post(`${push}/init`, { stamp: stamp() })) as { token: string });
  });
  await time('push: send', () => sendAll((path) => post(`${push}/upload`, { path, token }, `push ${path}`)));
  await time('push: commit', () => post(`${push}/commit`, { token }));
  await service.end('SIGTERM');
  await copyRows(name);
} finally {
  await service.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}

/** What of a commit no program can save: the rows and their indexes. */
async function copyRows(slug: string): Promise<void> {
  const { db, close } = await openDatabase({ url: DATABASE_URL, folder });
  try {
    await sql`create table copied (like entries including all)`.execute(db);
    const [start, before] = [performance.now(), process.cpuUsage()];
    await sql`
      insert into copied select entries.* from entries
      join datasets on datasets.id = dataset_id and slug = ${slug} order by path`.execute(db);
    const { user, system } = process.cpuUsage(before);
    tell('copy of the rows', performance.now() - start, (user + system) / 1000);
    await sql`drop table copied`.execute(db);
  } finally {
    await close();
  }
}

function pathOf(index: number): string {
  return `flight-${Math.floor(index / FILES_IN_FOLDER)}/${index}.txt`;
}

function stamp(): string {
  const files = Array.from({ length: FILES }, (_, index) => pathOf(index));
  const folders = new Set(files.map((path) => path.split('/')[0]!));
  const hash = (path: string): string => createHash('sha256').update(`push ${path}`).digest('hex');
  const entries = [...folders, ...files]
    .toSorted(compareBytes)
    .map((path) => ({ [path]: folders.has(path) ? '' : hash(path) }));
  return JSON.stringify({ checksum: '', entries, meta: [] });
}

async function sendAll(send: (path: string) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < FILES) await send(pathOf(next++));
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
}

async function post(path: string, fields: Readonly<Record<string, string>>, file?: string): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file !== undefined) body.append('file', new Blob([file]), 'file');
  const answer = await fetch(service.url + path, { method: 'POST', headers: basic(PASSWORD), body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  return text;
}

async function time(what: string, work: () => Promise<unknown>): Promise<void> {
  const pid = service.child.pid!;
  const [start, before] = [performance.now(), await processorTimeOf(pid)];
  await work();
  const [taken, used] = [performance.now() - start, (await processorTimeOf(pid)) - before];
  tell(what, taken, used);
}

function tell(what: string, ms: number, processorMs: number): void {
  console.log(
    `  ${what.padEnd(16)} ${ms.toFixed(0).padStart(7)} ms, ${processorMs.toFixed(0).padStart(6)} ms of the processor`,
  );
}
