import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QUEUE_OF } from './jobs/build-queue.ts';
import { openBench, type BuildBench } from './testing/build-bench.ts';

let bench: BuildBench;
const cancelled: (readonly string[])[] = [];

beforeAll(async () => {
  bench = await openBench({
    queue: (real) => ({
      ...real,
      cancel: (name, ids) => Promise.resolve(void (name === QUEUE_OF.light && cancelled.push(ids))),
    }),
  });
});
afterAll(() => bench[Symbol.asyncDispose]());

it('stops the builds of a removed dataset piece by piece, however many there are', async () => {
  const COUNT = 4100;
  const jobs = Array.from({ length: COUNT }, (_, index) => ({
    id: randomUUID(),
    dataset_id: bench.datasetId,
    tool_id: 'build',
    path: `${index}.tif`,
    // Several keys of the same bytes.
    hash: String(index >> 2).padStart(64, '0'),
    companions: String(index & 3),
    state: 'Enqueued',
  }));
  await bench.db.insertInto('jobs').values(jobs).execute();
  const ended = { ...jobs[0]!, id: randomUUID(), state: 'Succeeded' };
  await bench.db.insertInto('jobs').values(ended).execute();
  const tidy = await bench.observer.datasetsDeleted(bench.db, [bench.datasetId]);
  expect(cancelled).toEqual([]);
  await tidy();
  expect(cancelled.map((ids) => ids.length)).toEqual([2000, 2000, 100]);
  expect(cancelled.flat().toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
  expect(bench.faults).toEqual([]);
});
