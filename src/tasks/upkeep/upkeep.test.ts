import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTaskBench, type TaskBench } from '../testing/task-bench.ts';
import { createUpkeep } from './upkeep.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
  await bench.platform.work();
});
afterAll(() => bench[Symbol.asyncDispose]());

it('removes what tasks left that are forgotten, many of them by few statements, and not while somebody waits', async () => {
  const owner = await bench.person();
  const dataset = await bench.dataset(owner);
  bench.script.run = async ({ folder }) => {
    await writeFile(join(folder, 'made'), 'x');
    return { artifact: { file: join(folder, 'made'), name: 'made.txt' } };
  };
  const made = async (): Promise<{ readonly id: string; readonly file: string }> => {
    const { task } = await bench.submit(dataset, owner);
    await bench.until(dataset, task.id, 'Succeeded');
    return { id: task.id, file: (await bench.platform.tasks.artifact(dataset, task.id))!.file };
  };
  const gone = await made();
  expect(await bench.platform.tasks.clear(dataset, {}, { name: 'ann' })).toBe(1);
  const stays = await made();
  // Its file goes later than its row, and nobody is sent it meanwhile.
  const root = join(gone.file, '../..');
  expect(await readdir(root)).toContain(gone.id);
  expect(await bench.platform.tasks.artifact(dataset, gone.id)).toBeUndefined();
  for (let index = 0; index < 1000; index += 1) {
    const left = join(root, randomUUID());
    await mkdir(left);
    await writeFile(join(left, 'made'), 'x');
  }

  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => ((statements += 1), node),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const { queue, artifacts, platform } = bench;
  const { sweep } = createUpkeep({
    db: bench.db.withPlugin(counting),
    queue,
    artifacts,
    dispatch: { lock: () => Promise.resolve(), next: () => Promise.resolve() },
    staging: { rollBack: () => Promise.reject(new Error('No batch was left')) },
    ending: { forget: () => Promise.reject(new Error('No batch was left')) },
  });
  await sweep();
  expect(await readdir(root)).toEqual([stays.id]);
  expect(statements).toBeLessThan(10);
  expect(await platform.tasks.artifact(dataset, stays.id)).toMatchObject({ size: 1 });
});
