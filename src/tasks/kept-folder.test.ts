import { readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fail } from '../errors/index.ts';
import { openTaskBench, type ScriptedTask, type TaskBench } from './testing/task-bench.ts';

const ACTOR = { name: 'ann' };

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
  await bench.platform.work();
});
afterAll(() => bench[Symbol.asyncDispose]());

/** What attempts found in the folder, in order; those before the last one fail. */
async function attempts(count: number, ofWhom?: Awaited<ReturnType<TaskBench['person']>>) {
  const owner = ofWhom ?? (await bench.person());
  const dataset = await bench.dataset(owner);
  const found: string[] = [];
  let folder = '';
  bench.script.run = async (task: ScriptedTask) => {
    folder = await task.keptFolder();
    const file = join(folder, 'so far');
    found.push(await readFile(file, 'utf8').catch(() => ''));
    await writeFile(file, `${found.at(-1)}x`);
    if (found.length < count) throw fail('invalid-input', 'The other side is away.');
    await task.write('a.txt', file);
    return {};
  };
  const { task } = await bench.submit(dataset, owner, { toolId: 'writer' });
  const failed = () => bench.until(dataset, task.id, 'Failed');
  return { id: task.id, dataset, found, failed, folder: () => folder };
}

const files = async (): Promise<string[]> => (await bench.leftovers()).files;

it('is there for the next attempt at a task, and is gone when the task has succeeded', async () => {
  const { id, dataset, found, failed } = await attempts(3);
  for (let count = 1; count < 3; count += 1) {
    await failed();
    await bench.platform.upkeep.sweep();
    expect(await files()).toContain(`${id}/kept/so far`);
    await bench.platform.tasks.retry(dataset, id, ACTOR);
    await expect.poll(() => found.length, { timeout: 20_000 }).toBe(count + 1);
  }
  await bench.until(dataset, id, 'Succeeded');
  expect(found).toEqual(['', 'x', 'xx']);
  expect(await bench.paths(dataset)).toEqual(['a.txt']);
  await expect.poll(files, { timeout: 20_000 }).toEqual([]);
});

it('is kept for a day after a failure, and not when the task was cancelled or forgotten', async () => {
  const { id, failed, folder } = await attempts(2);
  await failed();
  // As the sweep finds folders that nothing was put into for long.
  const old = new Date(Date.now() - 7_200_000);
  await utimes(dirname(folder()), old, old);
  await bench.platform.upkeep.sweep();
  expect(await files()).toContain(`${id}/kept/so far`);
  await bench.db
    .updateTable('jobs')
    .set({ failed_at: new Date(Date.now() - 90_000_000) })
    .where('id', '=', id)
    .execute();
  await bench.platform.upkeep.sweep();
  expect(await files()).toEqual([]);

  const cancelled = await attempts(2);
  await cancelled.failed();
  await bench.platform.tasks.cancel(cancelled.dataset, cancelled.id, ACTOR);
  expect(await files()).toEqual([]);
});

it('is kept of the last task only that failed of a user, so that nobody fills the disk', async () => {
  const owner = await bench.person();
  const failedOf = async (whom?: typeof owner) => {
    const task = await attempts(2, whom);
    await task.failed();
    return task;
  };
  const [first, others, second] = [await failedOf(owner), await failedOf(), await failedOf(owner)];
  const old = new Date(Date.now() - 7_200_000);
  for (const { folder } of [first, others, second]) await utimes(dirname(folder()), old, old);
  await bench.platform.upkeep.sweep();
  const left = (await files()).filter((file) => file.endsWith('so far')).toSorted();
  expect(left).toEqual([`${others.id}/kept/so far`, `${second.id}/kept/so far`].toSorted());
  for (const { id, dataset } of [first, others, second]) await bench.platform.tasks.cancel(dataset, id, ACTOR);
});

it('is gone with an attempt that comes to it when its task was cancelled', async () => {
  const owner = await bench.person();
  const dataset = await bench.dataset(owner);
  const began = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  bench.script.run = async ({ signal, keptFolder }) => {
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
      began.resolve();
    });
    await writeFile(join(await keptFolder(), 'late'), 'late');
    ended.resolve();
    throw signal.reason;
  };
  const { task } = await bench.submit(dataset, owner, { toolId: 'writer' });
  await began.promise;
  await bench.platform.tasks.cancel(dataset, task.id, ACTOR);
  await ended.promise;
  await expect.poll(files, { timeout: 20_000 }).toEqual([]);
});
