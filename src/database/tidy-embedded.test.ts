import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from './index.ts';
import { EMBEDDED, openTestDatabase } from '../../test/support/test-database.ts';
import { tidyEmbedded } from './tidy-embedded.ts';

let folder: string;
let database: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-tidy-'));
  database = await openTestDatabase(folder, EMBEDDED);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the database knows of the table of jobs: rows, and pages on the disk. */
async function known(): Promise<{ readonly rows: number; readonly pages: number }> {
  const { rows } = await sql<{ rows: number; pages: number }>`
    select reltuples::integer as rows, (pg_relation_size('jobs') / 8192)::integer as pages from pg_class
    where oid = 'jobs'::regclass`.execute(database.db);
  return rows[0]!;
}

/** The database counts its changes a second later, on a busy machine in two parts. */
async function tidied(): Promise<void> {
  let tables = 0;
  const rows = async (): Promise<number | false> => {
    tables += await tidyEmbedded(database.db);
    return tables > 0 && (await known()).rows;
  };
  await expect.poll(rows, { interval: 500 }).toBe(2000);
}

it('counts what tables hold, and gives the place of rows that are gone to others, where there is something to do', async () => {
  const { db } = database;
  const fill = sql`insert into jobs (id, tool_id, state) select gen_random_uuid(), 'none', 'Failed' from generate_series(1, 2000)`;
  await fill.execute(db);
  expect((await known()).rows).toBe(-1);
  await tidied();
  const before = await known();
  for (let round = 0; round < 3; round += 1) {
    await sql`delete from jobs`.execute(db);
    await fill.execute(db);
    await tidied();
  }
  // Without it four times as many.
  expect((await known()).pages).toBeLessThan(2.5 * before.pages);
  await expect.poll(() => tidyEmbedded(db), { interval: 500 }).toBe(0);
});
