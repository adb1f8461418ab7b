import { randomUUID } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../../../test/support/databases.ts';
import type { DatasetGrant } from '../../access/index.ts';
import { holdTask } from '../attempts/attempt-store.ts';
import { beginBatch } from '../attempts/batches.ts';
import { openTaskBench, type ScriptedTask, type TaskBench } from '../testing/task-bench.ts';
import type { TaskEnd } from '../tool.ts';

const ACTOR = { name: 'ann' };
const EMPTY = { files: [], folders: [], batches: 0 };

/** A row of `jobs` as it would be had it not changed for so long; rows say themselves when they change. */
async function age({ db }: TaskBench, id: string, interval: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = 'replica'`.execute(transaction);
    await sql`update jobs set updated_at = now() - ${interval}::interval where id = ${id}::uuid`.execute(transaction);
  });
}

describeOnOneDatabase('tasks that are lost, and what they leave', (environment) => {
  let bench: TaskBench;
  let owner: Awaited<ReturnType<TaskBench['person']>>;
  let dataset: DatasetGrant;

  beforeAll(async () => {
    const settings = { MaxConcurrentTasksPerUser: '10', MaxConcurrentTasksPerOrg: '10' };
    bench = await openTaskBench({ url: (await environment())['DATABASE_URL'], settings, places: 10 });
    owner = await bench.person();
    dataset = await bench.dataset(owner);
    bench.script.plan = { path: null, reads: [], estimatedBytes: 1 };
  });
  afterAll(() => bench[Symbol.asyncDispose]());
  afterEach(() => {
    if (bench.faults.length > 0) throw new AggregateError(bench.faults.splice(0), 'The platform told of faults');
  });

  const upkeep = () => bench.platform.upkeep;
  const find = (id: string) => bench.platform.tasks.find(dataset, id);
  const wayOf = async (id: string): Promise<string | null> => {
    const row = bench.db.selectFrom('tasks').select('queue_id').where('job_id', '=', id);
    return (await row.executeTakeFirstOrThrow()).queue_id;
  };
  const submitted = async (): Promise<string> => (await bench.submit(dataset, owner, { toolId: 'writer' })).task.id;
  const makes = async ({ folder }: ScriptedTask): Promise<TaskEnd> => {
    await writeFile(join(folder, 'made'), 'made');
    return { artifact: { file: join(folder, 'made'), name: 'made.txt' } };
  };

  // Nobody works yet: what is sent stays as it is.
  it('H-1 sends a task anew that the queue lost, and fails one that it gave up; others it leaves alone', async () => {
    const [lost, given, waiting] = [await submitted(), await submitted(), await submitted()];
    const ways = [await wayOf(lost), await wayOf(given), await wayOf(waiting)];
    await sql`delete from queue.job where id = ${ways[0]}::uuid`.execute(bench.db);
    await sql`update queue.job set state = 'failed' where id = ${ways[1]}::uuid`.execute(bench.db);
    // They changed a moment ago: it may be that their rows are seen, and those of the queue are not yet.
    await upkeep().settle();
    expect([await wayOf(lost), await wayOf(given), await wayOf(waiting)]).toEqual(ways);
    for (const id of [lost, given, waiting]) await age(bench, id, '2 minutes');
    await upkeep().settle();
    expect(await find(lost)).toMatchObject({ state: 'Scheduled', errorType: null });
    expect([ways[0], null]).not.toContain(await wayOf(lost));
    expect(await find(given)).toMatchObject({
      state: 'Failed',
      errorType: 'ServiceFault',
      error: 'Every attempt ended with the process that made it. Try again.',
    });
    expect(await wayOf(waiting)).toBe(ways[2]);
    await bench.platform.tasks.retry(dataset, given, ACTOR);
    expect((await find(given))?.state).toBe('Scheduled');
  });

  it('H-3 settles what is lost also when the clock was set back since', async () => {
    const id = await submitted();
    const way = await wayOf(id);
    await sql`delete from queue.job where id = ${way}::uuid`.execute(bench.db);
    await age(bench, id, '-1 hour');
    await upkeep().settle();
    expect([way, null]).not.toContain(await wayOf(id));
  });

  it('H-1 what an attempt left whose worker vanished goes with the next one, which makes the task whole', async () => {
    const id = await submitted();
    const held = (await holdTask(bench.db, (await wayOf(id))!))!;
    const batch = await beginBatch(bench.db, bench.staging, held, owner.user);
    bench.script.run = async (task) => {
      await writeFile(join(task.folder, 'file'), 'second');
      await task.write(`${task.id}.txt`, join(task.folder, 'file'));
      return {};
    };
    expect((await bench.leftovers()).batches).toBe(1);
    await bench.platform.work();
    expect(await bench.until(dataset, id, 'Succeeded', 'Failed')).toMatchObject({ state: 'Succeeded', written: 1 });
    // The files go after the task is told as done.
    await expect.poll(async () => (await bench.leftovers()).batches, { timeout: 10_000 }).toBe(0);
    const states = bench.db.selectFrom('upload_batches').select('state').where('id', '=', batch.id);
    expect(await states.execute()).toEqual([{ state: 2 }]);
    // Those from before were taken as well, each once.
    const { rows: all } = await bench.platform.tasks.list(dataset, {}, { skip: 0, take: 100 });
    for (const task of all) await bench.until(dataset, task.id, 'Succeeded', 'Failed');
    expect(await bench.paths(dataset)).toEqual(all.map((task) => `${task.id}.txt`).toSorted());
    await bench.platform.tasks.clear(dataset, {}, ACTOR);
  });

  it('removes artifacts when their time is over and not before, whatever the clock of the machine shows', async () => {
    bench.script.run = makes;
    const { task } = await bench.submit(dataset, owner);
    const { id } = await bench.until(dataset, task.id, 'Succeeded');
    const [file] = await bench.artifacts.filesOf(id);
    const path = bench.artifacts.locate(id, file!);
    const old = new Date(Date.now() - 48 * 3_600_000);
    // A folder that is older than any clock said counts as long as its row names it.
    for (const each of [path, dirname(path)]) await utimes(each, old, old);
    await upkeep().sweep();
    expect(await bench.platform.tasks.artifact(dataset, id)).toMatchObject({ size: 4 });
    const ends = (interval: string) =>
      sql`update tasks set artifact_ends_at = now() + ${interval}::interval where job_id = ${id}::uuid`.execute(
        bench.db,
      );
    await ends('1 minute');
    await upkeep().sweep();
    expect(await bench.artifacts.filesOf(id)).toEqual([file]);
    await ends('-1 second');
    expect(await bench.platform.tasks.artifact(dataset, id)).toBeUndefined();
    await upkeep().sweep();
    // Its row goes by its own rules; what it says of the file is that there is none.
    expect(await find(id)).toMatchObject({ state: 'Succeeded', artifact: null });
    expect(await bench.artifacts.filesOf(id)).toEqual([]);
    await bench.platform.tasks.remove(dataset, id, ACTOR);
  });

  it('H-3 leaves the file of an attempt under way alone when the clock is set ahead, and sweeps it when there is none', async () => {
    const [placed, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    bench.script.run = async (task) => {
      const end = await makes(task);
      placed.resolve();
      await go.promise;
      return end;
    };
    const { task } = await bench.submit(dataset, owner);
    await placed.promise;
    // As it is between its place and its name, seen by a clock that jumped.
    const source = join(dirname(bench.artifacts.locate(task.id, 'x')), '..', randomUUID());
    await writeFile(source, 'in place');
    const kept = await bench.artifacts.keep(task.id, { file: source }, new AbortController().signal);
    const folder = dirname(bench.artifacts.locate(task.id, kept.file));
    const old = new Date(Date.now() - 86_400_000);
    await utimes(folder, old, old);
    await upkeep().sweep();
    expect(await bench.artifacts.filesOf(task.id)).toEqual([kept.file]);
    go.resolve();
    await bench.until(dataset, task.id, 'Succeeded');
    await utimes(folder, old, old);
    await upkeep().sweep();
    expect(await bench.artifacts.filesOf(task.id)).toHaveLength(1);
    expect(await bench.artifacts.filesOf(task.id)).not.toContain(kept.file);
    await bench.platform.tasks.remove(dataset, task.id, ACTOR);
  });

  it('removes at once what belongs to no task, and leaves nothing', async () => {
    const source = join(dirname(bench.artifacts.locate(randomUUID(), 'x')), '..', randomUUID());
    await writeFile(source, 'of nobody');
    await bench.artifacts.keep(randomUUID(), { file: source }, new AbortController().signal);
    await upkeep().sweep();
    await expect.poll(() => bench.leftovers(), { timeout: 20_000 }).toEqual(EMPTY);
  });
});
