/**
 * Large differences of pushes: what it costs to empty a dataset, and to begin with many files that are new. Entries are rows
 * without bytes. On the embedded database, or the PostgreSQL server of `DATABASE_URL`, whose own processor time is not told.
 * `BENCH_ENTRIES` makes the second push smaller. Commits of files that were sent: `batches`.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../src/database/index.ts';
import { startService, type TestService } from '../../test/support/service.ts';
import { fillEntries } from '../support/many-entries.ts';

const REMOVED = 100_000;
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000);
const PER_FOLDER = 500;
/** SHA-256 of nothing: the checksum of an empty dataset. */
const EMPTY = createHash('sha256').digest('hex');

const url = process.env['DATABASE_URL'];
const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-pushes-'));
const start = (): Promise<TestService> =>
  startService({ DATA_DIR: folder, BUILDS__CONCURRENCY: '0', ...(url === undefined ? {} : { DATABASE_URL: url }) });
let service = await start();
try {
  console.log(`${url === undefined ? 'embedded database' : 'PostgreSQL server'}, load ${loadavg()[0]!.toFixed(1)}:`);
  await service.call('POST', '/orgs', { json: { slug: 'bench' } });
  await service.call('POST', '/orgs/bench/ds', { json: { slug: 'emptied' } });
  await inDatabase(async (db) => {
    const emptied = db.selectFrom('datasets').select('id').where('slug', '=', 'emptied');
    const { id } = await emptied.executeTakeFirstOrThrow();
    await fillEntries(db, id, { files: REMOVED, perFolder: PER_FOLDER });
  });
  const stamp = await service.call('GET', '/orgs/bench/ds/emptied/stamp');
  const { checksum } = (await stamp.json()) as { checksum: string };
  let push = '';
  await report(`begin of a push, ${REMOVED} removals`, async () => (push = await begin('emptied', [], checksum)));
  await report(`commit of that push`, () => post('/orgs/bench/ds/emptied/push/commit', { token: push }));

  const entries = filesOf(ENTRIES);
  await report(`begin of a push, ${ENTRIES} entries`, () => begin('million', entries));
} finally {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}

/** Works on the database between two lives of the service: nothing else may have the embedded one open. */
async function inDatabase(work: (db: Database) => Promise<unknown>): Promise<void> {
  await service.app.close();
  const database = await openDatabase({ url, folder });
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
  service = await start();
}

/** Entries of a stamp, as they are ordered there: folders of some hundred files. */
function filesOf(files: number): readonly Readonly<Record<string, string>>[] {
  return Array.from({ length: files }, (_, n) => {
    const folder = `f${String(Math.floor(n / PER_FOLDER)).padStart(6, '0')}`;
    const hash = createHash('sha256').update(String(n)).digest('hex');
    const file = { [`${folder}/${String(n).padStart(7, '0')}.bin`]: hash };
    return n % PER_FOLDER === 0 ? [{ [folder]: '' }, file] : [file];
  }).flat();
}

/** @returns the token; the whole answer has come */
async function begin(slug: string, entries: ReturnType<typeof filesOf>, checksum = EMPTY): Promise<string> {
  const { token } = await post(`/orgs/bench/ds/${slug}/push/init`, {
    checksum,
    stamp: { checksum: '', entries, meta: [] },
  });
  return token!;
}

async function post(path: string, json: object): Promise<{ readonly token?: string }> {
  const answer = await service.call('POST', path, { json });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`);
  return text === '' ? {} : (JSON.parse(text) as { token?: string });
}

async function report(what: string, work: () => Promise<unknown>): Promise<void> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  const used = (user + system) / 1000;
  console.log(`  ${what.padEnd(40)} ${ms.toFixed(0).padStart(7)} ms  processor ${used.toFixed(0).padStart(7)} ms`);
}
