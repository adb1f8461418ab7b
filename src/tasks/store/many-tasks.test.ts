import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { createJobEvents } from '../../builds/index.ts';
import type { Database, OpenDatabase } from '../../database/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { endedWays } from '../control/control-store.ts';
import { createDispatch } from '../dispatch/dispatch.ts';
import { takeDue } from '../parking/parking-store.ts';
import { findEqualTask } from '../submission/equal-task.ts';
import { requireRoom } from '../submission/limits.ts';
import { endArtifacts, leftBatches, sentTasks } from '../upkeep/upkeep-store.ts';
import type { Part } from '../service.ts';
import type { AnyTool } from '../tool.ts';
import { listAnyTasks } from './any-rows.ts';
import { listTasks } from './rows.ts';

const [ENDED, ACTIVE, DATASETS, USERS] = [20_000, 200, 20, 40] as const;
/** Most rows and entries of indexes that are read: some for each active task, or each of the page. */
const [FOR_ACTIVE, FOR_PAGE] = [8 * ACTIVE, 400] as const;
const FIRST = { skip: 0, take: 50 };

const idOf = (kind: string, number: number): string =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const ORGANIZATION = idOf('a', 0);
/** It has half of the ended tasks. */
const DATASET = idOf('d', 0);
const USER = idOf('b', 1);
/** A place behind nearly all tasks: a hundred minutes from the begin of the oldest. */
const DEEP = `${Date.now() - (24 * 60 + ENDED - 100) * 60_000}000.${idOf('e', 0)}`;
/** Key of an active task of it. */
const KEY = createHash('sha256').update(idOf('f', DATASETS)).digest('hex');

let folder: string;
let database: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-many-tasks-'));
  database = await openTestDatabase(folder);
  for (const statement of FILLING) await sql.raw(statement).execute(database.db);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const numbered = (kind: string, number: string): string =>
  `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
/** One ended task in 1000 failed, and one in 1000 is of the tool `rare`; the active ones are no older than they are. */
const FILLING = [
  `insert into users (id, name, email, password_hash, metadata)
   select ${numbered('b', 'n')}, 'user' || n, n || '@a.b', 'x', '{}' from generate_series(1, ${USERS}) n`,
  `insert into organizations (id, slug, name, is_public) values ('${ORGANIZATION}', 'acre', 'Acre', false)`,
  `insert into datasets (id, organization_id, slug)
   select ${numbered('d', 'n')}, '${ORGANIZATION}', 'field' || n from generate_series(0, ${DATASETS}) n`,
  `insert into jobs (id, dataset_id, tool_id, user_id, state, created_at, updated_at, succeeded_at)
   select ${numbered('e', 'n')}, ${numbered('d', `case when n % 2 = 0 then 0 else n % ${DATASETS} end`)},
     case when n % 1000 = 1 then 'rare' else 'bulk-download' end, ${numbered('b', `1 + n % ${USERS}`)},
     case when n % 1000 = 2 then 'Failed' else 'Succeeded' end,
     at, at, at from (select n, now() - interval '1 day' - n / 3 * 3 * interval '1 minute' as at from generate_series(1, ${ENDED}) n) ended`,
  `insert into jobs (id, dataset_id, tool_id, user_id, state, created_at, updated_at)
   select ${numbered('f', 'n')}, ${numbered('d', `n % ${DATASETS}`)}, 'bulk-download', ${numbered('b', `1 + n % ${USERS}`)},
     case when n % 10 = 0 then 'Processing' else 'Enqueued' end, at, at
   from (select n, now() - n * interval '1 hour' as at from generate_series(1, ${ACTIVE}) n) active`,
  `insert into tasks (job_id, version, key, subject, parameters, estimated_bytes, queue_id)
   select id, '1', encode(sha256(id::text::bytea), 'hex'), 'user ' || user_id, '{}', 1,
     case when state = 'Processing' then id end from jobs`,
];

const settings = loadSettings({
  ProcessingPlatform__MaxConcurrentTasksGlobal: '1000',
  ProcessingPlatform__MaxConcurrentTasksPerOrg: '1000',
}).processingPlatform;
const dispatch = createDispatch({
  queue: { send: () => Promise.resolve() },
  settings,
  places: () => Promise.resolve(0),
});
const tool = { id: 'bulk-download' } as AnyTool;
const room = { tool, subject: `user ${USER}`, organization: { id: ORGANIZATION, slug: 'acre' }, estimatedBytes: 1 };

/** What the platform asks again and again, with how many rows and entries of indexes it may read. */
const ASKED: readonly [string, number, (db: Database) => Promise<unknown>][] = [
  ['whose turn is next', FOR_ACTIVE, (db) => dispatch.next(db)],
  ['whether there is room', FOR_ACTIVE, (db) => requireRoom(db, settings, room)],
  [
    'whether there is such a task',
    FOR_PAGE,
    (db) => findEqualTask(db, { key: KEY, datasetId: DATASET, hours: 24 }, () => Promise.resolve(true)),
  ],
  ['the tasks of a dataset', FOR_PAGE, (db) => listTasks(db, DATASET, {}, FIRST)],
  ['those of a dataset that run', FOR_PAGE, (db) => listTasks(db, DATASET, { state: 'Processing' }, FIRST)],
  ['those of a dataset that failed', FOR_PAGE, (db) => listTasks(db, DATASET, { state: 'Failed' }, FIRST)],
  ['those of a dataset and a tool', FOR_PAGE, (db) => listTasks(db, DATASET, { toolId: 'rare' }, FIRST)],
  ['the last tasks of a dataset', FOR_PAGE, (db) => listTasks(db, DATASET, {}, { ...FIRST, after: DEEP })],
  ['the last tasks of all datasets', FOR_PAGE, (db) => listAnyTasks(db, {}, { ...FIRST, after: DEEP })],
  ['tasks of all datasets', FOR_PAGE, (db) => listAnyTasks(db, {}, FIRST)],
  ['all that failed', FOR_PAGE, (db) => listAnyTasks(db, { state: 'Failed' }, FIRST)],
  ['all that were cancelled', FOR_PAGE, (db) => listAnyTasks(db, { state: 'Deleted' }, FIRST)],
  ['all of a tool', FOR_PAGE, (db) => listAnyTasks(db, { toolId: 'rare' }, FIRST)],
  ['all of a user', FOR_PAGE, (db) => listAnyTasks(db, { userId: USER }, FIRST)],
  ['what changes in a dataset', FOR_ACTIVE, firstEvents],
  ['what was ended', FOR_ACTIVE, endedWays],
  ['what was sent', FOR_ACTIVE, (db) => sentTasks(db, 60)],
  ['artifacts whose time is over', FOR_ACTIVE, endArtifacts],
  ['batches that were left', FOR_ACTIVE, leftBatches],
  ['parked tasks', FOR_ACTIVE, (db) => takeDue(db, 32, 60, 300)],
];

/** As a page that follows them is told of the active tasks of a dataset, and looks for what changed since. */
async function firstEvents(db: Database): Promise<void> {
  const closing = new AbortController();
  const events = createJobEvents({ db, changes: { subscribe: () => () => undefined }, closing: closing.signal });
  const watching = events.watch({
    datasetId: DATASET,
    subject: USER,
    since: undefined,
    signal: closing.signal,
    readmit: () => Promise.resolve(),
  })();
  const told = [await watching.next(), await watching.next()];
  closing.abort();
  await watching.return(undefined);
  expect(told.map(({ value }) => value?.job.toolId)).toEqual(['bulk-download', 'bulk-download']);
}

/** Rows of tables and entries of indexes that this transaction has read so far. */
async function rowsRead(transaction: Database): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid))::integer as read from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`.execute(transaction);
  return rows[0]!.read;
}

const asks = (asked: typeof ASKED): void =>
  it.each(asked)('%s is read from at most %i', async (_, most, ask) => {
    await database.db.transaction().execute(async (transaction) => {
      await sql`set local track_counts = on`.execute(transaction);
      const before = await rowsRead(transaction);
      await ask(transaction);
      expect((await rowsRead(transaction)) - before).toBeLessThanOrEqual(most);
    });
  });

describe(`with ${ENDED} tasks that have ended`, () => {
  // What is asked while others wait for the lock must be cheap also before the database knows how much it has of what.
  describe('of which there are no statistics yet', () => {
    asks(ASKED.slice(0, 3));
  });

  describe('and were analyzed', () => {
    beforeAll(() => sql`analyze`.execute(database.db));
    asks(ASKED);
  });
});

it.each([
  [
    'of a dataset',
    (part: Part) => listTasks(database.db, idOf('d', 1), {}, part),
    ENDED / DATASETS + ACTIVE / DATASETS,
  ],
  ['of a state', (part: Part) => listAnyTasks(database.db, { state: 'Enqueued' }, part), 0.9 * ACTIVE],
])('shows each task %s once, part by part, whatever comes meanwhile', async (_, list, count) => {
  const seen: string[] = [];
  for (let after: string | undefined; ;) {
    const { rows, next } = await list({ skip: 0, take: 70, after });
    seen.push(...rows.map(({ id }) => id));
    if (next === undefined) break;
    after = next;
    await sql`insert into jobs (id, dataset_id, tool_id, state) values (gen_random_uuid(), ${idOf('d', 1)}, 'late', 'Enqueued')`.execute(
      database.db,
    );
  }
  expect([seen.length, new Set(seen).size]).toEqual([count, count]);
  await database.db.deleteFrom('jobs').where('tool_id', '=', 'late').execute();
});

it('sees how many rows are read when all of them are', async () => {
  await database.db.transaction().execute(async (transaction) => {
    const before = await rowsRead(transaction);
    await sql`select from jobs where progress > 0`.execute(transaction);
    expect((await rowsRead(transaction)) - before).toBeGreaterThanOrEqual(ENDED);
  });
});
