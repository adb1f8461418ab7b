import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../../test/support/databases.ts';
import type { DatasetGrant } from '../access/index.ts';
import type { Database } from '../database/index.ts';
import { openTaskBench, type TaskBench } from './testing/task-bench.ts';

const ACTOR = { name: 'ann' };
const SIGNAL = new AbortController().signal;
/** Both orders of two rows: a statement that locks both without an order of its own meets one of them. */
const BOTH_ORDERS = [
  [0, 1],
  [1, 0],
] as const;

// Nobody works on tasks here: they stay as they are made.
describeOnOneDatabase('the order of locks of tasks', (environment) => {
  let bench: TaskBench;
  let owner: Awaited<ReturnType<TaskBench['person']>>;
  let dataset: DatasetGrant;

  beforeAll(async () => {
    const settings = {
      MaxConcurrentTasksPerUser: '100',
      MaxConcurrentTasksPerOrg: '100',
      MaxQueuedTasksPerUser: '100',
    };
    bench = await openTaskBench({ url: (await environment())['DATABASE_URL'], settings, places: 100 });
    owner = await bench.person();
    dataset = await bench.dataset(owner);
  });
  afterAll(() => bench[Symbol.asyncDispose]());
  afterEach(() => {
    if (bench.faults.length > 0) throw new AggregateError(bench.faults.splice(0), 'The platform told of faults');
  });

  const submitted = async (): Promise<string> => (await bench.submit(dataset, owner)).task.id;
  const set = (id: string, state: string): Promise<unknown> =>
    sql`update jobs set state = ${state} where id = ${id}::uuid`.execute(bench.db);
  const park = async (id: string): Promise<void> => {
    await set(id, 'Processing');
    await sql`insert into parked_tasks (job_id, tool_id, version, until, state)
      values (${id}::uuid, 'reader', '1', now(), '{}')`.execute(bench.db);
  };
  const stateOf = async (id: string): Promise<string | undefined> =>
    (await bench.platform.tasks.find(dataset, id))?.state;

  const lock = (transaction: Database, table: string, column: string, value: string): Promise<unknown> =>
    sql`select from ${sql.table(table)} where ${sql.ref(column)}::text = ${value} for update`.execute(transaction);
  const lockDataset = (transaction: Database) => lock(transaction, 'datasets', 'id', dataset.id);
  const lockTasks = (transaction: Database): Promise<unknown> =>
    sql`select pg_advisory_xact_lock(hashtextextended('tasks', 0))`.execute(transaction);
  /** Until somebody waits for a lock, or has come as far as it takes. The embedded database has one connection: all wait. */
  const untilWaits = async (transaction: Database): Promise<void> => {
    for (let look = 0; look < 20; look += 1) {
      await sql`select pg_stat_clear_snapshot()`.execute(transaction);
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(transaction);
      if (rows.length > 0) return;
      await sleep(25);
    }
  };
  /** Locks something, has others work until they wait for it, and locks something else. */
  const meets = async (
    first: (transaction: Database) => Promise<unknown>,
    work: () => Promise<unknown>,
    second: (transaction: Database) => Promise<unknown>,
  ): Promise<void> => {
    const { working } = await bench.db.transaction().execute(async (transaction) => {
      await first(transaction);
      // Awaited when this transaction has ended: it fails of a deadlock as well as this one.
      const result = work().then(
        () => 'done',
        (cause: unknown) => cause,
      );
      await untilWaits(transaction);
      await sql`set local lock_timeout = '10s'`.execute(transaction);
      await second(transaction);
      return { working: result };
    });
    expect(await working).toBe('done');
  };

  // As a submission does: the dataset, then the tasks.
  it('a task that is tried again takes its dataset before it has its turn', async () => {
    const id = await submitted();
    await set(id, 'Failed');
    await meets(lockDataset, () => bench.platform.tasks.retry(dataset, id, ACTOR), lockTasks);
    expect(await stateOf(id)).toBe('Scheduled');
  });

  it('so does one whose work elsewhere is done', async () => {
    const id = await submitted();
    await park(id);
    await meets(lockDataset, () => bench.platform.parking.look(SIGNAL), lockTasks);
    expect(await stateOf(id)).toBe('Scheduled');
  });

  it('so does one that the queue lost', async () => {
    const id = await submitted();
    await bench.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = 'replica'`.execute(transaction);
      await sql`update jobs set updated_at = now() - interval '1 hour' where id = ${id}::uuid`.execute(transaction);
      await sql`delete from queue.job where id = (select queue_id from tasks where job_id = ${id}::uuid)`.execute(
        transaction,
      );
    });
    await meets(lockDataset, () => bench.platform.upkeep.settle(), lockTasks);
    expect(await stateOf(id)).toBe('Scheduled');
  });

  it('a look at a parked task takes the job before what it is parked with, as cancelling does', async () => {
    const id = await submitted();
    await park(id);
    bench.script.elsewhere = {
      ...bench.script.elsewhere,
      look: ({ parked }) => Promise.resolve({ parked, seconds: 60 }),
    };
    await meets(
      (transaction) => lock(transaction, 'jobs', 'id', id),
      () => bench.platform.parking.look(SIGNAL),
      (transaction) => lock(transaction, 'parked_tasks', 'job_id', id),
    );
    expect(await bench.platform.tasks.cancel(dataset, id, ACTOR)).toBe(true);
  });

  it.each(['cancel', 'remove'] as const)('%s of a build does not hold up tasks that wait for its job', async (what) => {
    const id = crypto.randomUUID();
    const build = { tool_id: 'build', path: 'a.tif', hash: '1'.repeat(64), state: 'Enqueued' };
    await bench.db
      .insertInto('jobs')
      .values({ ...build, id, dataset_id: dataset.id })
      .execute();
    // As a task that ends: it takes the dataset, stops the build of a file that it removes, and takes the tasks.
    const stop = async (transaction: Database): Promise<void> => {
      await lockDataset(transaction);
      await sql`update jobs set state = 'Deleted' where id = ${id}::uuid`.execute(transaction);
    };
    await meets(stop, async () => void (await bench.platform.tasks[what](dataset, id, ACTOR)), lockTasks);
    expect(await stateOf(id)).toBe(what === 'cancel' ? 'Deleted' : undefined);
  });

  it.each(BOTH_ORDERS)('ways of tasks that ended are forgotten one by one (%i, %i)', async (...order) => {
    const ids = [await submitted(), await submitted()];
    for (const id of ids) await set(id, 'Deleted');
    const [first, second] = order.map(
      (at) => (transaction: Database) => lock(transaction, 'tasks', 'job_id', ids[at]!),
    );
    await meets(first!, () => bench.platform.upkeep.settle(), second!);
    const ways = await bench.db.selectFrom('tasks').select('queue_id').where('job_id', 'in', ids).execute();
    expect(ways).toEqual([{ queue_id: null }, { queue_id: null }]);
  });

  it.each(BOTH_ORDERS)('turns of long ago are forgotten under the lock of the tasks (%i, %i)', async (...order) => {
    const subjects = ['long ago', 'longer ago'];
    for (const subject of subjects)
      await sql`insert into task_turns (subject, at) values (${subject}, now() - interval '2 days')`.execute(bench.db);
    const [first, second] = order.map(
      (at) => (transaction: Database) => lock(transaction, 'task_turns', 'subject', subjects[at]!),
    );
    const begin = async (transaction: Database): Promise<void> => {
      await lockTasks(transaction);
      await first!(transaction);
    };
    await meets(begin, () => bench.platform.upkeep.sweep(), second!);
    const left = await bench.db.selectFrom('task_turns').select('subject').where('subject', 'in', subjects).execute();
    expect(left).toEqual([]);
  });

  it.each(BOTH_ORDERS)('ends of artifacts wait for no task that is being removed (%i, %i)', async (...order) => {
    const ids = [await submitted(), await submitted()];
    await sql`update tasks set artifact_file = gen_random_uuid(), artifact_ends_at = now() - interval '1 day'
      where job_id = any(${ids}::uuid[])`.execute(bench.db);
    const [first, second] = order.map(
      (at) => (transaction: Database) => lock(transaction, 'tasks', 'job_id', ids[at]!),
    );
    await meets(first!, () => bench.platform.upkeep.sweep(), second!);
    await bench.platform.upkeep.sweep();
    const files = await bench.db.selectFrom('tasks').select('artifact_file').where('job_id', 'in', ids).execute();
    expect(files).toEqual([{ artifact_file: null }, { artifact_file: null }]);
  });
});
