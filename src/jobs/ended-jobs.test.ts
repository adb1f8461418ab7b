import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '../database/index.ts';
import { describeOnEveryDatabase } from '../../test/support/databases.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { removeEndedJobs } from './index.ts';

describeOnEveryDatabase('jobs that have ended', (environment) => {
  let folder: string;
  let database: OpenDatabase;
  let db: Database;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-ended-'));
    database = await openTestDatabase(folder, (await environment())['DATABASE_URL']);
    db = database.db;
  });
  afterEach(() => db.deleteFrom('jobs').execute());
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Jobs of one moment before which so many microseconds have passed. */
  const add = async (count: number, state: string, age: number): Promise<void> => {
    await sql`insert into jobs (id, tool_id, state, created_at)
      select gen_random_uuid(), 'test', ${state}, timestamptz '2026-01-01' - ${age} * interval '1 microsecond'
      from generate_series(1, ${count}::integer)`.execute(db);
  };
  const ours = sql<boolean>`tool_id = 'test'`;
  const states = async (): Promise<string[]> =>
    (await db.selectFrom('jobs').select('state').orderBy('created_at').execute()).map(({ state }) => state);

  it('go piece by piece, oldest first, each with what belongs into its transaction', async () => {
    // More of one moment than a piece has, and neighbours that differ by less than a millisecond.
    await add(4500, 'Succeeded', 3);
    await add(1, 'Processing', 2);
    await add(1, 'Failed', 1);
    await add(1, 'Deleted', 0);
    const pieces: [count: number, left: number][] = [];
    const removed = await removeEndedJobs(db, {
      among: ours,
      inPiece: async (transaction, count) => void pieces.push([count, (await jobsOf(transaction)).length]),
    });
    expect([removed, pieces, await states()]).toEqual([
      4502,
      [
        [2000, 2503],
        [2000, 503],
        [502, 1],
      ],
      ['Processing'],
    ]);
  });

  it('go if they are among those that are meant, and are judged while all younger ones are there', async () => {
    await add(1, 'Failed', 9);
    await add(2500, 'Succeeded', 5);
    await add(1, 'Succeeded', 1);
    await db.insertInto('jobs').values({ id: randomUUID(), tool_id: 'other', state: 'Failed' }).execute();
    const hasYounger = sql<boolean>`exists (
      select from jobs younger where younger.tool_id = 'test' and younger.created_at > jobs.created_at)`;
    expect(await removeEndedJobs(db, { among: ours, which: hasYounger })).toBe(2501);
    expect((await states()).toSorted()).toEqual(['Failed', 'Succeeded']);
  });

  it('that are none at all are told of once', async () => {
    await add(2000, 'Enqueued', 1);
    const told: number[] = [];
    const inPiece = (_transaction: Database, count: number): Promise<void> => Promise.resolve(void told.push(count));
    expect([await removeEndedJobs(db, { among: ours, inPiece }), told]).toEqual([0, [0]]);
  });

  it('stay when what belongs into the transaction fails', async () => {
    await add(2, 'Succeeded', 1);
    const inPiece = (): Promise<void> => Promise.reject(new Error('no line'));
    await expect(removeEndedJobs(db, { among: ours, inPiece })).rejects.toThrow('no line');
    expect(await states()).toHaveLength(2);
  });
});

const jobsOf = (db: Database): Promise<unknown[]> => db.selectFrom('jobs').select('id').execute();
