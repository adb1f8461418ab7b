import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../../test/support/databases.ts';
import type { DatasetGrant } from '../access/index.ts';
import { fail } from '../errors/index.ts';
import type { TaskCaller } from './service.ts';
import { openTaskBench, type ScriptedTask, type TaskBench } from './testing/task-bench.ts';
import type { TaskEnd } from './tool.ts';

const ACTOR = { name: 'ann' };
const EMPTY = { files: [], folders: [], batches: 0 };

/** An attempt that is under way until the test ends it, or it is told to end. */
interface Held {
  readonly task: ScriptedTask;
  end(result?: TaskEnd | Error): void;
}

describeOnOneDatabase('tasks', (environment) => {
  let bench: TaskBench;
  let owner: Awaited<ReturnType<TaskBench['person']>>;
  let dataset: DatasetGrant;
  let held: Held[] = [];

  beforeAll(async () => {
    bench = await openTaskBench({ url: (await environment())['DATABASE_URL'], settings: { LogTailMaxLines: '3' } });
    await bench.platform.work();
  });
  afterAll(() => bench[Symbol.asyncDispose]());
  afterEach(() => {
    for (const { end } of held.splice(0)) end();
    if (bench.faults.length > 0) throw new AggregateError(bench.faults.splice(0), 'The platform told of faults');
  });
  const begin = async (): Promise<void> => {
    owner = await bench.person();
    dataset = await bench.dataset(owner);
    bench.script.plan = { path: null, reads: [], estimatedBytes: 1 };
  };
  const runs = (run: (task: ScriptedTask) => Promise<TaskEnd>): void => void (bench.script.run = run);
  /** Attempts wait for the test, and end at once when they are told to. */
  const hold = (before: (task: ScriptedTask) => Promise<void> = () => Promise.resolve()): void =>
    runs(async (task) => {
      await before(task);
      const ended = Promise.withResolvers<TaskEnd>();
      task.signal.throwIfAborted();
      task.signal.addEventListener('abort', () => ended.reject(task.signal.reason as Error));
      held.push({
        task,
        end: (result = {}) => (result instanceof Error ? ended.reject(result) : ended.resolve(result)),
      });
      return ended.promise;
    });
  const heldOf = async (id: string): Promise<Held> =>
    expect
      .poll(() => held.find(({ task }) => task.id === id), { timeout: 20_000 })
      .toBeDefined()
      .then(() => held.find(({ task }) => task.id === id)!);
  const write = async (task: ScriptedTask, path: string, text: string, replace = false): Promise<void> => {
    const file = join(task.folder, 'file');
    await writeFile(file, text);
    await task.write(path, file, { replace });
  };
  const tasks = () => bench.platform.tasks;

  it('gives what a task made to its caller, tells its log with a cursor, and keeps it as long as the settings say', async () => {
    await begin();
    runs(async (task) => {
      task.report(50, 'making');
      for (const line of ['one', 'two', 'three\u0007', `four in ${task.folder}/x`]) task.log(line);
      await writeFile(join(task.folder, 'made'), 'made of it');
      return { artifact: { file: join(task.folder, 'made'), name: 'made.txt' }, facts: { lines: 4 } };
    });
    const { task: sent, deduplicated } = await bench.submit(dataset, owner, { params: { password: 'hidden' } });
    expect([deduplicated, sent.state === 'Enqueued']).toEqual([false, false]);
    const task = await bench.until(dataset, sent.id, 'Succeeded', 'Failed');
    expect(task).toMatchObject({
      state: 'Succeeded',
      progress: 100,
      phase: 'making',
      facts: { lines: 4 },
      error: null,
      errorType: null,
      parameters: { name: 'one' },
      artifact: { name: 'made.txt', size: 10 },
      // What the tool says, and start, step and result.
      log: { cursor: 7, truncatedFromTail: true },
    });
    expect(JSON.stringify(task)).not.toContain('password');
    expect(task.log.lines.map((line) => line.slice(11))).toEqual([
      'three ',
      'four in a file',
      expect.stringMatching(/^Done in \d+\.\d s: made\.txt to download, 10 bytes$/),
    ]);
    expect(task.log.lines[0]).toMatch(/^\[\d\d:\d\d:\d\d\] three $/);
    const rest = await tasks().log(dataset, sent.id, 6);
    expect(rest).toMatchObject({ cursor: 7, truncatedFromTail: false });
    expect(rest?.lines).toHaveLength(1);
    const artifact = await tasks().artifact(dataset, sent.id);
    expect(await readFile(artifact!.file, 'utf8')).toBe('made of it');
    // Secrets of a task that has ended are kept nowhere.
    const row = await bench.db.selectFrom('tasks').select('parameters').where('job_id', '=', sent.id).execute();
    expect(row).toEqual([{ parameters: { name: 'one' } }]);
    await bench.db
      .updateTable('tasks')
      .set({ artifact_ends_at: new Date(0) })
      .where('job_id', '=', sent.id)
      .execute();
    expect(await tasks().artifact(dataset, sent.id)).toBeUndefined();
    const other = await bench.dataset(owner);
    expect([await tasks().find(other, sent.id), await tasks().log(other, sent.id, 0)]).toEqual([undefined, undefined]);
    expect(await tasks().find(dataset, 'no-id')).toBeUndefined();
  });

  it('brings what a task writes into the dataset at its end, all of it, and takes it back by undo', async () => {
    await begin();
    hold(async (task) => {
      await write(task, 'out/a.txt', `a ${task.parameters.name}`);
      await task.write(
        'out/b.txt',
        (async function* () {
          yield Buffer.from('b');
        })(),
      );
    });
    const { task } = await bench.submit(dataset, owner, { toolId: 'writer' });
    const { end } = await heldOf(task.id);
    expect([await bench.paths(dataset), (await bench.leftovers()).batches]).toEqual([[], 1]);
    end();
    expect(await bench.until(dataset, task.id, 'Succeeded', 'Failed')).toMatchObject({
      state: 'Succeeded',
      written: 2,
    });
    expect(await bench.paths(dataset)).toEqual(['out', 'out/a.txt', 'out/b.txt']);
    // The second replaces one of them; undo leaves what is another's by now.
    runs(async (running) => {
      await write(running, 'out/a.txt', 'another', true);
      running.remove(await running.entries.require('out/b.txt'));
      await running.write(
        'c.txt',
        (async function* () {
          yield Buffer.from('c');
        })(),
      );
      return {};
    });
    const second = await bench.submit(dataset, owner, { toolId: 'writer' });
    expect(await bench.until(dataset, second.task.id, 'Succeeded', 'Failed')).toMatchObject({ written: 3 });
    expect(await bench.paths(dataset)).toEqual(['c.txt', 'out', 'out/a.txt']);
    expect(await tasks().find(dataset, task.id)).toMatchObject({ undoneAt: null });
    expect(await tasks().undo(dataset, task.id, owner, ACTOR)).toBe(0);
    const undone = await tasks().find(dataset, task.id);
    expect(undone).toMatchObject({ undoneAt: expect.any(Date), state: 'Succeeded' });
    // A second time changes nothing of it.
    expect(await tasks().undo(dataset, task.id, owner, ACTOR)).toBe(0);
    expect((await tasks().find(dataset, task.id))!.undoneAt).toEqual(undone!.undoneAt);
    expect(await tasks().undo(dataset, second.task.id, owner, ACTOR)).toBe(2);
    expect(await bench.paths(dataset)).toEqual(['out']);
    expect((await bench.leftovers()).batches).toBe(0);
  });

  it('refuses what came meanwhile, what may not be replaced and what is no file of its own, and leaves nothing', async () => {
    await begin();
    runs(async (task) => (await write(task, 'a.txt', 'first'), {}));
    const first = await bench.submit(dataset, owner, { toolId: 'writer' });
    await bench.until(dataset, first.task.id, 'Succeeded');
    const again = await bench.submit(dataset, owner, { toolId: 'writer' });
    expect(await bench.until(dataset, again.task.id, 'Failed')).toMatchObject({ errorType: 'Conflict' });
    hold((task) => write(task, 'b.txt', 'mine'));
    const { task } = await bench.submit(dataset, owner, { toolId: 'writer' });
    const { end } = await heldOf(task.id);
    runs(async (other) => (await write(other, 'b.txt', 'theirs'), {}));
    const meanwhile = await bench.submit(dataset, owner, { toolId: 'writer' });
    await bench.until(dataset, meanwhile.task.id, 'Succeeded');
    end();
    expect(await bench.until(dataset, task.id, 'Failed')).toMatchObject({
      errorType: 'Conflict',
      error: expect.stringContaining('b.txt came while the task ran') as string,
    });
    expect(await bench.paths(dataset)).toEqual(['a.txt', 'b.txt']);
    expect(await bench.leftovers()).toMatchObject({ folders: [], batches: 0 });
  });

  it('H-7 cancels in every state and phase, within seconds, and leaves nothing of it', async () => {
    await begin();
    const before = await bench.leftovers();
    const cancelled = async (id: string): Promise<void> => {
      const at = performance.now();
      expect(await tasks().cancel(dataset, id, ACTOR)).toBe(true);
      expect(await tasks().cancel(dataset, id, ACTOR)).toBe(false);
      expect(await tasks().find(dataset, id)).toMatchObject({ state: 'Deleted', artifact: null });
      await expect.poll(async () => (await bench.leftovers()).folders, { timeout: 10_000 }).toEqual([]);
      expect(performance.now() - at).toBeLessThan(10_000);
      expect(await bench.leftovers()).toEqual(before);
      expect(await bench.paths(dataset)).toEqual([]);
    };
    // At the begin of the work, with something written, and with all done but the end.
    const phases: ((task: ScriptedTask) => Promise<void>)[] = [
      () => Promise.resolve(),
      (task) => write(task, 'x.txt', 'x'),
      async (task) => {
        await write(task, 'x.txt', 'x');
        task.report(100, 'done');
      },
    ];
    for (const phase of phases) {
      hold(phase);
      const { task } = await bench.submit(dataset, owner, { toolId: 'writer' });
      await heldOf(task.id);
      await cancelled(task.id);
    }
    // Waiting for a turn: three of a user run.
    hold();
    const sent = [];
    for (let index = 0; index < 4; index += 1) sent.push((await bench.submit(dataset, owner)).task);
    expect(sent.map(({ state }) => state === 'Enqueued')).toEqual([false, false, false, true]);
    await heldOf(sent[2]!.id);
    expect(await tasks().cancel(dataset, sent[3]!.id, ACTOR)).toBe(true);
    for (const { id } of sent.slice(0, 3)) (await heldOf(id)).end();
    for (const { id } of sent.slice(0, 3)) await bench.until(dataset, id, 'Succeeded');
    // One that ended: its artifact goes.
    runs(async (task) => {
      await writeFile(join(task.folder, 'made'), 'x');
      return { artifact: { file: join(task.folder, 'made'), name: 'x.txt' } };
    });
    const { task } = await bench.submit(dataset, owner);
    await bench.until(dataset, task.id, 'Succeeded');
    await cancelled(task.id);
    expect(await tasks().clear(dataset, {}, ACTOR)).toBe(8);
    expect((await tasks().list(dataset, {}, { skip: 0, take: 100 })).rows).toEqual([]);
  });

  it('tries a fault three times in all, and one that failed again when it is asked to; the log goes on counting', async () => {
    await begin();
    let attempts = 0;
    runs((task) => {
      task.log(`attempt ${(attempts += 1)}`);
      return Promise.reject(new Error('the disk is broken'));
    });
    const { task } = await bench.submit(dataset, owner);
    const failed = await bench.until(dataset, task.id, 'Failed');
    expect(failed).toMatchObject({ errorType: 'ServiceFault', error: 'The service failed; see its log.' });
    expect([attempts, failed.log.cursor]).toEqual([3, 7]);
    expect(bench.faults.splice(0)).toHaveLength(3);
    await expect(tasks().remove(dataset, task.id.replace(/^./, 'x'), ACTOR)).rejects.toMatchObject({
      code: 'not-found',
    });
    runs(() => Promise.reject(fail('invalid-input', 'No such band.')));
    await tasks().retry(dataset, task.id, ACTOR);
    const refused = await bench.until(dataset, task.id, 'Failed');
    expect(refused).toMatchObject({ errorType: 'InvalidInput', error: 'No such band.', log: { cursor: 9 } });
    runs(() => Promise.resolve({}));
    await tasks().retry(dataset, task.id, ACTOR);
    await bench.until(dataset, task.id, 'Succeeded');
    await expect(tasks().retry(dataset, task.id, ACTOR)).rejects.toMatchObject({ code: 'conflict' });
    await tasks().remove(dataset, task.id, ACTOR);
    expect(await tasks().find(dataset, task.id)).toBeUndefined();
  }, 60_000);

  it('H-6 answers a hundred equal wishes at once with one task, and another one with another', async () => {
    await begin();
    hold();
    const wish = () => bench.submit(dataset, owner, { force: false, params: { name: 'same' } });
    const answers = await Promise.all(Array.from({ length: 100 }, wish));
    expect(new Set(answers.map(({ task }) => task.id)).size).toBe(1);
    expect(answers.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1);
    const [{ task }] = answers as [(typeof answers)[0]];
    const differs = async (request: object): Promise<boolean> => {
      const answer = await bench.submit(dataset, owner, { force: false, params: { name: 'same' }, ...request });
      if (!answer.deduplicated) await tasks().cancel(dataset, answer.task.id, ACTOR);
      return answer.task.id !== task.id && !answer.deduplicated;
    };
    expect(await differs({ params: { name: 'other' } })).toBe(true);
    expect(await differs({ params: { name: 'same', password: 'a' } })).toBe(true);
    expect(await differs({ force: true })).toBe(true);
    bench.script.plan = { ...bench.script.plan, reads: 'dataset' };
    expect(await differs({})).toBe(true);
    bench.script.plan = { ...bench.script.plan, reads: [] };
    expect(await differs({})).toBe(false);
    (await heldOf(task.id)).end();
    await bench.until(dataset, task.id, 'Succeeded');
    expect(await differs({})).toBe(false);
    await bench.db
      .updateTable('jobs')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', task.id)
      .execute();
    expect(await differs({})).toBe(true);
  });

  it('is no answer to the same wish any more when what it wrote, or made, is gone; nor to somebody who may not see it', async () => {
    await begin();
    runs(async (task) => (await write(task, 'made.txt', 'made', true), {}));
    const wish = { toolId: 'writer', force: false };
    const first = await bench.submit(dataset, owner, wish);
    await bench.until(dataset, first.task.id, 'Succeeded');
    expect(await bench.submit(dataset, owner, wish)).toMatchObject({ deduplicated: true });
    const friend = await bench.person();
    const seen: DatasetGrant = { ...dataset, permissions: { ...dataset.permissions, canManageMembers: false } };
    await bench.db
      .insertInto('organization_members')
      .values({ organization_id: dataset.organization.id, user_id: friend.user.id, level: 1, granted_by: null })
      .execute();
    const theirs = await bench.submit(seen, friend, wish);
    expect(theirs.deduplicated).toBe(false);
    await bench.until(dataset, theirs.task.id, 'Succeeded');
    await tasks().undo(dataset, theirs.task.id, owner, ACTOR);
    const anew = await bench.submit(dataset, owner, wish);
    expect(anew.deduplicated).toBe(false);
    await bench.until(dataset, anew.task.id, 'Succeeded');
  });

  it('H-7 ends tasks of a user, or of a dataset, that are gone', async () => {
    await begin();
    hold();
    const { task } = await bench.submit(dataset, owner, { toolId: 'writer' });
    const { end } = await heldOf(task.id);
    await bench.db
      .updateTable('organizations')
      .set({ owner_id: null })
      .where('id', '=', dataset.organization.id)
      .execute();
    end();
    expect(await bench.until(dataset, task.id, 'Failed')).toMatchObject({ errorType: 'NotFound' });
    await begin();
    const gone = await bench.submit(dataset, owner);
    const other = await heldOf(gone.task.id);
    await bench.db.deleteFrom('datasets').where('id', '=', dataset.id).execute();
    await expect.poll(async () => (await bench.leftovers()).folders.length, { timeout: 10_000 }).toBeGreaterThan(0);
    other.end();
    await expect.poll(async () => (await bench.leftovers()).folders, { timeout: 10_000 }).toEqual([]);
    expect(await bench.platform.tasks.administration.count({ userId: owner.user.id })).toBe(0);
  });

  it('refuses in order: the tool, its parameters, the right, the estimate, the number', async () => {
    await begin();
    const refused = (request: object, caller: TaskCaller = owner, grant = dataset) =>
      bench.submit(grant, caller, request).then(
        () => 'taken',
        ({ code }: { code: string }) => code,
      );
    const anonymous: TaskCaller = { user: undefined, address: '192.0.2.7', readmit: () => Promise.resolve() };
    const open: DatasetGrant = { ...dataset, permissions: { ...dataset.permissions, canWrite: false } };
    expect(await refused({ toolId: 'none' })).toBe('invalid-input');
    expect(await refused({ toolId: 'READER', version: '2' })).toBe('invalid-input');
    expect(await refused({ params: { name: 1 } })).toBe('invalid-input');
    expect(await refused({ params: { other: 1 } })).toBe('invalid-input');
    expect(await refused({ path: 'a.txt' })).toBe('invalid-input');
    expect(await refused({ toolId: 'writer' }, anonymous, open)).toBe('unauthorized');
    expect(await refused({ toolId: 'writer' }, owner, open)).toBe('forbidden');
    bench.script.plan = { ...bench.script.plan, estimatedBytes: 2 ** 40 };
    expect(await refused({})).toBe('too-large');
    bench.script.plan = { ...bench.script.plan, estimatedBytes: 1 };
    hold();
    const sent: string[] = [];
    for (let index = 0; index < 10; index += 1) sent.push((await bench.submit(dataset, owner)).task.id);
    expect(await refused({})).toBe('throttled');
    for (const id of sent) await tasks().cancel(dataset, id, ACTOR);
  });

  it('leaves nothing: no file, no folder, no batch', async () => {
    await bench.platform.upkeep.settle();
    await bench.platform.upkeep.sweep();
    for (const id of (await bench.leftovers()).files.map((name) => name.split('/')[0]!))
      await bench.artifacts.remove(id);
    // Attempts that were cancelled at last end within seconds.
    await expect.poll(() => bench.leftovers(), { timeout: 10_000 }).toEqual(EMPTY);
  });
});
