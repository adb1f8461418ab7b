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
  expect(await tasks.clear(dataset, {}, { name: 'ann' })).toBe(1);
  expect(await listed()).toEqual([]);
  expect(await tasks.find(dataset, id)).toMatchObject({ state: 'Deleted' });
  expect(await tasks.clear(dataset, {}, { name: 'ann' })).toBe(0);
});

it('clears what the filter of a list has, and nothing else', async () => {
  const dataset = await bench.dataset(await bench.person());
  const { tasks } = bench.platform;
  const jobs = [
    ['build', 'Succeeded'],
    ['reader', 'Succeeded'],
    ['reader', 'Failed'],
    ['writer', 'Failed'],
    ['writer', 'Deleted'],
    ['reader', 'Processing'],
  ] as const;
  const values = jobs.map(([tool_id, state]) => {
    const file = tool_id === 'build' ? { path: 'a.tif', hash: '1'.repeat(64) } : {};
    return { id: crypto.randomUUID(), dataset_id: dataset.id, tool_id, state, ...file };
  });
  await bench.db.insertInto('jobs').values(values).execute();
  const left = async (): Promise<readonly string[]> => {
    const { rows } = await tasks.list(dataset, {}, { skip: 0, take: 10 });
    return rows.map(({ toolId, state }) => `${toolId} ${state}`).toSorted();
  };
  const clear = (filter: Parameters<typeof tasks.clear>[1]) => tasks.clear(dataset, filter, { name: 'ann' });
  expect(await clear({ without: 'Build', state: 'Succeeded' })).toBe(1);
  expect(await left()).toEqual([
    'build Succeeded',
    'reader Failed',
    'reader Processing',
    'writer Deleted',
    'writer Failed',
  ]);
  expect(await clear({ toolId: 'Reader', state: 'Failed' })).toBe(1);
  expect(await clear({ without: 'build' })).toBe(2);
  expect(await left()).toEqual(['build Succeeded', 'reader Processing']);
  expect(await clear({})).toBe(1);
  expect(await left()).toEqual(['reader Processing']);
});
