/**
 * What the stamp of 1,000,000 entries costs: written anew, unchanged, and not even asked for (304); beside it `sha256sum`
 * of the same text, which only hashes what is there already. Then the delta of two such stamps.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { openDatabase } from '../../src/database/index.ts';
import { createStamps } from '../../src/datasets/stamp/stamps.ts';
import { deltaOf, type Stamp } from '../../src/sync/index.ts';
import { fillEntries } from '../support/many-entries.ts';

const FILES = 1_000_000;
/** The aims of the project, milliseconds. */
const AIMS = { written: 3000, unchanged: 5 } as const;
const UNCHANGED_ROUNDS = 50;

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-stamp-'));
const database = await openDatabase({ url: process.env['DATABASE_URL'], folder });
try {
  const { db } = database;
  const [id, organizationId] = [randomUUID(), randomUUID()];
  await db
    .insertInto('organizations')
    .values({
      id: organizationId,
      slug: `bench-${id}`,
      name: 'Bench',
      description: null,
      is_public: false,
      owner_id: null,
    })
    .execute();
  await db.insertInto('datasets').values({ id, organization_id: organizationId, slug: 'many' }).execute();
  const rows = await fillEntries(db, id, { files: FILES, perFolder: 1000 });
  console.log(`${rows} entries, ${database.embedded ? 'embedded database' : 'PostgreSQL server'}:`);
  const stamps = createStamps(db, join(folder, 'stamps'), console.error);

  const told = (what: string, ms: number, aim = ''): void =>
    console.log(`  ${what.padEnd(40)} ${ms.toFixed(1).padStart(9)} ms ${aim}`);
  /** @returns where the stamp lies */
  const written = async (): Promise<string> => {
    const { file, version } = await stamps.open(id);
    await file.close();
    return join(folder, 'stamps', id, version);
  };
  let path = '';
  for (const what of ['written anew, first time', 'written anew, again']) {
    await sql`update datasets set revision = revision + 1 where id = ${id}::uuid`.execute(db);
    global.gc?.();
    const before = process.memoryUsage.rss();
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    const ms = await time(async () => (path = await written()));
    clearInterval(watch);
    told(what, ms, `(aim: under ${AIMS.written}; memory +${Math.max(0, (most - before) / 1e6).toFixed(0)} MB)`);
  }
  const unchanged =
    (await time(async () => {
      for (let round = 0; round < UNCHANGED_ROUNDS; round += 1) await written();
    })) / UNCHANGED_ROUNDS;
  told('unchanged, until it can be sent', unchanged, `(aim: under ${AIMS.unchanged})`);
  told('answer 304', await time(async () => void (await stamps.version(id))));

  const stamp = JSON.parse(await readFile(path, 'utf8')) as Stamp;
  const text = join(folder, 'text');
  await writeFile(text, stamp.entries.flatMap((entry) => Object.entries(entry).flat()).join('') + stamp.meta.join(''));
  const run = promisify(execFile);
  let sum = '';
  told('sha256sum of the same text', await time(async () => void (sum = (await run('sha256sum', [text])).stdout)));
  if (!sum.startsWith(stamp.checksum)) throw new Error('sha256sum finds another checksum');
  const other: Stamp = {
    ...stamp,
    entries: stamp.entries.map((entry, index) => (index % 2 ? { [`x${index}`]: 'x' } : entry)),
  };
  told('delta with one that shares a half', await time(async () => void deltaOf(stamp, other)));
} finally {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
