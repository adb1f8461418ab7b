import { afterAll, beforeAll, expect, it } from 'vitest';
import { EntryType } from '../../inspection/index.ts';
import { openTaskBench, type TaskBench } from '../testing/task-bench.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

it('clears a cancelled build of a file that is there, which tells the state of the file still', async () => {
  const dataset = await bench.dataset(await bench.person());
  const { tasks } = bench.platform;
  const id = crypto.randomUUID();
  const file = { dataset_id: dataset.id, path: 'a.tif', hash: '1'.repeat(64) };
  const entry = { ...file, type: EntryType.GeoRaster, parent: '', size: 1, depth: 0, properties: null, mtime: 0 };
  await bench.db.insertInto('entries').values(entry).execute();
  await bench.db
    .insertInto('jobs')
    .values({ ...file, id, tool_id: 'build', state: 'Enqueued' })
    .execute();
  await tasks.cancel(dataset, id, { name: 'ann' });
  const listed = async () => (await tasks.list(dataset, {}, { skip: 0, take: 10 })).rows.map((row) => row.id);
  expect(await listed()).toEqual([id]);
  expect(await tasks.clear(dataset, undefined, { name: 'ann' })).toBe(1);
  expect(await listed()).toEqual([]);
  expect(await tasks.find(dataset, id)).toMatchObject({ state: 'Deleted' });
  expect(await tasks.clear(dataset, undefined, { name: 'ann' })).toBe(0);
});
