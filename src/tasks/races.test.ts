import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../test/support/databases.ts';
import type { DatasetGrant } from '../access/index.ts';
import type { EntryRow } from '../datasets/index.ts';
import { EntryType } from '../inspection/index.ts';
import { failTask, holdTask, releaseTask, succeedTask, writeNotes } from './attempts/attempt-store.ts';
import { markDeleted } from './control/control-store.ts';
import { maySee } from './ownership.ts';
import { openTaskBench, type ScriptedTask, type TaskBench } from './testing/task-bench.ts';
import type { TaskEnd } from './tool.ts';

const ACTOR = { name: 'ann' };
const NOTES = { progress: 10, phase: 'late', lines: ['late'], cursor: 1 };

describeOnEveryDatabase('tasks that meet others', (environment) => {
  let bench: TaskBench;
  let owner: Awaited<ReturnType<TaskBench['person']>>;
  let dataset: DatasetGrant;

  beforeAll(async () => {
    const settings = {
      OrgDailyOutputBytes: '{"default": 1000}',
      Tools: '{"writer": {"allowedRoles": ["pilot"]}}',
    };
    bench = await openTaskBench({ url: (await environment())['DATABASE_URL'], settings });
    owner = await bench.person();
  });
  afterAll(() => bench[Symbol.asyncDispose]());
  const begin = async (run: (task: ScriptedTask) => Promise<TaskEnd>): Promise<void> => {
    dataset = await bench.dataset(owner);
    bench.script.run = run;
    bench.script.plan = { path: null, reads: [], estimatedBytes: 1 };
  };
  const makes =
    (bytes: number) =>
    async ({ folder }: ScriptedTask): Promise<TaskEnd> => {
      await writeFile(join(folder, 'made'), Buffer.alloc(bytes));
      return { artifact: { file: join(folder, 'made'), name: 'made.txt' } };
    };
  const tasks = () => bench.platform.tasks;

  it('lets an attempt write nothing when another one has taken its task on the same way through the queue', async () => {
    await begin(() => Promise.resolve({}));
    const { task } = await bench.submit(dataset, owner);
    const { queueId } = await bench.db
      .selectFrom('tasks')
      .select('queue_id as queueId')
      .where('job_id', '=', task.id)
      .executeTakeFirstOrThrow();
    const first = (await holdTask(bench.db, queueId!))!;
    const second = (await holdTask(bench.db, queueId!))!;
    const failure = { type: 'ServiceFault', message: 'late' } as const;
    const result = { artifact: undefined, facts: undefined, removed: 0, parameters: {} };
    await writeNotes(bench.db, first, NOTES);
    expect(await releaseTask(bench.db, first, NOTES, true)).toBe(0);
    expect(await failTask(bench.db, first, failure, NOTES)).toBe(false);
    expect(await succeedTask(bench.db, first, result, NOTES)).toBe(false);
    expect(await tasks().find(dataset, task.id)).toMatchObject({
      state: 'Processing',
      phase: null,
      log: { cursor: 0 },
    });
    expect(await succeedTask(bench.db, second, result, NOTES)).toBe(true);
    await bench.platform.work();
  });

  it('keeps what a task made when what follows its success fails', async () => {
    await begin(async (task) => {
      await writeFile(join(task.folder, 'file'), 'written');
      await task.write('file', join(task.folder, 'file'));
      return makes(10)(task);
    });
    bench.script.refreshed = () => Promise.reject(new Error('the engine ended'));
    const { task } = await bench.submit(dataset, owner);
    await expect.poll(() => bench.faults.splice(0).length, { timeout: 20_000 }).toBe(1);
    bench.script.refreshed = () => Promise.resolve();
    expect(await tasks().find(dataset, task.id)).toMatchObject({ state: 'Succeeded', written: 1 });
    expect(await tasks().artifact(dataset, task.id)).toMatchObject({ size: 10 });
  });

  it('counts what an organization made within a day, also when the tasks are forgotten', async () => {
    await begin(makes(900));
    const { task } = await bench.submit(dataset, owner);
    await bench.until(dataset, task.id, 'Succeeded');
    await tasks().remove(dataset, task.id, ACTOR);
    bench.script.plan = { path: null, reads: [], estimatedBytes: 101 };
    await expect(bench.submit(dataset, owner)).rejects.toMatchObject({ code: 'throttled' });
    bench.script.plan = { path: null, reads: [], estimatedBytes: 100 };
    const fits = await bench.submit(dataset, owner);
    await bench.until(dataset, fits.task.id, 'Succeeded');
  });

  it('is no answer to the same wish when its file is not on the disk any more', async () => {
    await begin(makes(1));
    const { task } = await bench.submit(dataset, owner, { force: false });
    await bench.until(dataset, task.id, 'Succeeded');
    expect(await bench.submit(dataset, owner, { force: false })).toMatchObject({ deduplicated: true });
    await bench.artifacts.remove(task.id);
    const anew = await bench.submit(dataset, owner, { force: false });
    expect(anew.deduplicated).toBe(false);
    await bench.until(dataset, anew.task.id, 'Succeeded');
  });

  it('is no answer to the same wish when a file beside the one that it reads is another, or is gone', async () => {
    await begin(() => Promise.resolve({}));
    const facts = { parent: 'a', type: EntryType.Generic, properties: null, mtime: 0, size: 1, depth: 1 };
    const row = (path: string, digit: string) => ({
      ...facts,
      path,
      dataset_id: dataset.id,
      hash: digit.repeat(64),
      point_geom: null,
      polygon_geom: null,
    });
    const rows = [row('a/b.shp', '1'), row('a/b.dbf', '2'), row('a/c.dbf', '3')];
    await bench.db.insertInto('entries').values(rows).execute();
    const beside = (path: string) => bench.db.updateTable('entries').where('path', '=', path);
    const shape = { path: 'a/b.shp', hash: '1'.repeat(64), type: EntryType.Vector };
    bench.script.plan = { path: shape.path, reads: [shape as EntryRow], estimatedBytes: 1 };
    const ask = async () => (await bench.submit(dataset, owner, { force: false })).deduplicated;
    expect([await ask(), await ask()]).toEqual([false, true]);
    await beside('a/c.dbf')
      .set({ hash: '4'.repeat(64) })
      .execute();
    expect(await ask()).toBe(true);
    await beside('a/b.dbf')
      .set({ hash: '5'.repeat(64) })
      .execute();
    expect([await ask(), await ask()]).toEqual([false, true]);
    await bench.db.deleteFrom('entries').where('path', '=', 'a/b.dbf').execute();
    expect([await ask(), await ask()]).toEqual([false, true]);
  });

  it('shows tasks of a user who is gone to those alone who manage the dataset', async () => {
    await begin(makes(1));
    const guest = await bench.person();
    await bench.db
      .insertInto('organization_members')
      .values({ organization_id: dataset.organization.id, user_id: guest.user.id, level: 1, granted_by: null })
      .execute();
    const { task } = await bench.submit(dataset, guest, { force: false });
    await bench.until(dataset, task.id, 'Succeeded');
    await bench.db.deleteFrom('users').where('id', '=', guest.user.id).execute();
    const found = (await tasks().find(dataset, task.id))!;
    const reads: DatasetGrant = { ...dataset, permissions: { ...dataset.permissions, canManageMembers: false } };
    expect([maySee(found, reads, undefined), maySee(found, dataset, undefined)]).toEqual([false, true]);
    const stranger = await bench.person();
    expect(await bench.submit(reads, { ...stranger, user: undefined }, { force: false })).toMatchObject({
      deduplicated: false,
    });
  });

  it('asks once more whether the tool is open to its user when its turn has come', async () => {
    await begin(() => Promise.resolve({}));
    const pilot = { ...owner, user: { ...owner.user, roles: ['pilot'] } } as typeof owner;
    await expect(bench.submit(dataset, owner, { toolId: 'writer' })).rejects.toMatchObject({ code: 'forbidden' });
    const { task } = await bench.submit(dataset, pilot, { toolId: 'writer' });
    expect(await bench.until(dataset, task.id, 'Failed', 'Succeeded')).toMatchObject({ errorType: 'Forbidden' });
  });

  it('waits for a dataset that somebody holds without holding up the tasks of others', async () => {
    await begin(() => Promise.resolve({}));
    const waiting = await bench.db.transaction().execute(async (transaction) => {
      await sql`select id from datasets where id = ${dataset.id}::uuid for update`.execute(transaction);
      const submitted = bench.submit(dataset, owner);
      // As long as it takes to come to the lock, were it taken first.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await sql`set local lock_timeout = '5s'`.execute(transaction);
      await sql`select pg_advisory_xact_lock(hashtextextended('tasks', 0))`.execute(transaction);
      return { submitted };
    });
    const { task } = await waiting.submitted;
    expect(await bench.until(dataset, task.id, 'Succeeded')).toMatchObject({ progress: 100 });
  });

  it('keeps no secret of a task that was cancelled', async () => {
    await begin(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('late')))),
    );
    const { task } = await bench.submit(dataset, owner, { params: { password: 'hidden' } });
    expect(await tasks().cancel(dataset, task.id, ACTOR)).toBe(true);
    const kept = await bench.db.selectFrom('tasks').select('parameters').where('job_id', '=', task.id).execute();
    expect(kept).toEqual([{ parameters: { name: 'one' } }]);
  });

  it('leaves neither file nor folder of a task that is cancelled when its file is in its place already', async () => {
    const [ready, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await begin(async (task) => {
      ready.resolve();
      await go.promise;
      return makes(10)(task);
    });
    const before = await bench.leftovers();
    const { task } = await bench.submit(dataset, owner);
    await ready.promise;
    await bench.db.transaction().execute(async (transaction) => {
      await markDeleted(transaction, task.id, 'Cancelled.', []);
      go.resolve();
      await expect.poll(() => bench.artifacts.filesOf(task.id), { timeout: 20_000 }).toHaveLength(1);
    });
    await expect.poll(() => bench.leftovers(), { timeout: 20_000 }).toEqual(before);
    expect(await tasks().find(dataset, task.id)).toMatchObject({ state: 'Deleted', artifact: null });
  });

  it('tells of a dataset that was deleted meanwhile', async () => {
    await begin(() => Promise.resolve({}));
    await bench.db.deleteFrom('datasets').where('id', '=', dataset.id).execute();
    await expect(bench.submit(dataset, owner)).rejects.toMatchObject({ code: 'not-found' });
  });
});
