import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../../test/support/databases.ts';
import type { DatasetGrant } from '../../access/index.ts';
import { openTaskBench, type TaskBench } from '../testing/task-bench.ts';
import type { ParkedState } from '../tool.ts';

const ACTOR = { name: 'ann' };
const SIGNAL = new AbortController().signal;

describeOnEveryDatabase('parked tasks', (environment) => {
  let bench: TaskBench;
  let owner: Awaited<ReturnType<TaskBench['person']>>;
  let dataset: DatasetGrant;
  /** What was ended elsewhere. */
  let left: ParkedState[] = [];

  beforeAll(async () => {
    const settings = { MaxConcurrentTasksGlobal: '6', MaxConcurrentTasksPerOrg: '4', MaxQueuedTasksPerUser: '21' };
    bench = await openTaskBench({ url: (await environment())['DATABASE_URL'], settings, places: 2 });
    await bench.platform.work();
  });
  afterAll(() => bench[Symbol.asyncDispose]());
  afterEach(() => {
    if (bench.faults.length > 0) throw new AggregateError(bench.faults.splice(0), 'The platform told of faults');
  });
  /** Tasks give their work away at once; `isDone` tells whether it is there to be used. */
  const begin = async (isDone: () => boolean = () => false): Promise<void> => {
    left = [];
    owner = await bench.person();
    dataset = await bench.dataset(owner);
    bench.script.run = async ({ id, parked, report, log }) => {
      if (parked?.['looks'] !== undefined) return { facts: { looks: parked['looks'] } };
      report(5, 'sending');
      log('sent');
      return { parked: { id }, seconds: 0 };
    };
    bench.script.elsewhere = {
      look: async ({ parked, report, log }) => {
        const looks = Number(parked['looks'] ?? 0) + 1;
        log(`look ${looks}`);
        report(50, 'elsewhere');
        return { parked: { ...parked, looks }, seconds: isDone() ? null : 0 };
      },
      leave: async (parked) => void left.push(parked),
    };
  };
  const look = (): Promise<void> => bench.platform.parking.look(SIGNAL);
  const rowOf = (id: string) =>
    bench.db.selectFrom('parked_tasks').selectAll().where('job_id', '=', id).executeTakeFirst();
  const parked = async (given: object = {}): Promise<string> => {
    const { task } = await bench.submit(dataset, owner, given);
    await expect.poll(() => rowOf(task.id), { timeout: 20_000 }).toBeDefined();
    return task.id;
  };
  const find = (id: string) => bench.platform.tasks.find(dataset, id);

  it('are looked at without a place, run until their work is there, and go on then', async () => {
    let isDone = false;
    await begin(() => isDone);
    const id = await parked();
    await look();
    expect(await find(id)).toMatchObject({ state: 'Processing', progress: 50, phase: 'elsewhere' });
    isDone = true;
    await look();
    const task = await bench.until(dataset, id, 'Succeeded', 'Failed');
    expect(task).toMatchObject({ state: 'Succeeded', facts: { looks: 2 } });
    expect(task.log.lines.map((line) => line.slice(11))).toEqual([
      'reader starts: name "one"',
      'sending',
      'sent',
      'look 1',
      'elsewhere',
      'look 2',
      'reader goes on: name "one"',
      expect.stringMatching(/^Done in \d+\.\d s$/),
    ]);
    // What is elsewhere is ended when the task has succeeded, and not before.
    expect(left).toEqual([]);
    await look();
    expect(left).toEqual([{ id, looks: 2 }]);
    expect(await rowOf(id)).toBeUndefined();
  });

  it('take no place from others, and are as many of one user as may wait or run', async () => {
    await begin();
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) ids.push(await parked());
    const others = bench.script.run;
    bench.script.run = () => Promise.resolve({ facts: { other: true } });
    const { task } = await bench.submit(dataset, owner);
    expect(await bench.until(dataset, task.id, 'Succeeded', 'Failed')).toMatchObject({ facts: { other: true } });
    bench.script.run = others;
    expect((await find(ids[0]!))?.state).toBe('Processing');
    ids.push(await parked());
    await expect(bench.submit(dataset, owner)).rejects.toMatchObject({
      code: 'throttled',
      message: expect.stringContaining('21 tasks of yours wait or run already'),
    });
    for (const id of ids) await bench.platform.tasks.cancel(dataset, id, ACTOR);
    await look();
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set(ids));
    expect(left).toHaveLength(ids.length);
  });

  it('are cancelled at once, and what is elsewhere ends when it can be told', async () => {
    await begin();
    const id = await parked();
    const { leave } = bench.script.elsewhere;
    bench.script.elsewhere.leave = () => Promise.reject(new Error('no answer'));
    expect(await bench.platform.tasks.cancel(dataset, id, ACTOR)).toBe(true);
    expect((await find(id))?.state).toBe('Deleted');
    await look();
    bench.script.elsewhere.leave = leave;
    await bench.platform.tasks.remove(dataset, id, ACTOR);
    await sql`update parked_tasks set until = now() where job_id = ${id}::uuid`.execute(bench.db);
    await look();
    expect(left).toEqual([{ id }]);
    expect(await rowOf(id)).toBeUndefined();
  });

  it('take back what they wrote, and are looked at by one process at a time', async () => {
    await begin();
    const { run } = bench.script;
    bench.script.run = async (task) => {
      const file = join(task.folder, 'file');
      await writeFile(file, 'early');
      await task.write('early.txt', file);
      return run(task);
    };
    const id = await parked({ toolId: 'writer' });
    await expect.poll(() => bench.leftovers(), { timeout: 20_000 }).toMatchObject({ folders: [], batches: 0 });
    expect(await bench.paths(dataset)).toEqual([]);
    await Promise.all([look(), look(), look()]);
    expect((await find(id))?.log.lines.filter((line) => line.endsWith('look 1'))).toHaveLength(1);
    await bench.platform.tasks.cancel(dataset, id, ACTOR);
    await look();
  });

  it('fail when their time is over, and begin anew when they are tried again', async () => {
    await begin();
    const id = await parked();
    await sql`update parked_tasks set since = now() - interval '73 hours' where job_id = ${id}::uuid`.execute(bench.db);
    await look();
    const message = 'The task was elsewhere for more than 72 hours and was ended.';
    expect(await find(id)).toMatchObject({ state: 'Failed', errorType: 'Timeout', error: message });
    await look();
    expect(left).toEqual([{ id }]);
    await bench.platform.tasks.retry(dataset, id, ACTOR);
    await expect.poll(async () => (await rowOf(id))?.state, { timeout: 20_000 }).toEqual({ id });
    await bench.platform.tasks.cancel(dataset, id, ACTOR);
    await look();
  });

  it('H-3 are looked at also when the clock was set back, each once, and a lease is over whatever it shows', async () => {
    await begin();
    const ids = [await parked(), await parked()];
    let looks = 0;
    bench.script.elsewhere.look = ({ parked: state }) => {
      looks += 1;
      return Promise.resolve({ parked: state, seconds: 200 });
    };
    // To the database it is as if its clock had been an hour ahead.
    await sql`update parked_tasks set until = now() + interval '1 hour' where job_id = any(${ids}::uuid[])`.execute(
      bench.db,
    );
    await Promise.all([look(), look()]);
    expect(looks).toBe(2);
    await look();
    expect(looks).toBe(2);
    // A lease of somebody who died is over after its time, and no clock makes it last.
    await sql`update parked_tasks set until = now() - interval '1 day' where job_id = any(${ids}::uuid[])`.execute(
      bench.db,
    );
    await look();
    expect(looks).toBe(4);
    for (const id of ids) await bench.platform.tasks.cancel(dataset, id, ACTOR);
    await look();
    expect(left).toHaveLength(2);
  });

  it('stay parked after a fault, which is told', async () => {
    await begin();
    const id = await parked();
    const { look: well } = bench.script.elsewhere;
    bench.script.elsewhere.look = () => Promise.reject(new Error('broken'));
    await look();
    expect(bench.faults.splice(0)).toEqual([new Error('broken')]);
    bench.script.elsewhere.look = well;
    expect((await find(id))?.state).toBe('Processing');
    await bench.platform.tasks.cancel(dataset, id, ACTOR);
    await look();
    expect(left).toEqual([{ id }]);
  });
});
