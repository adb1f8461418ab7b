import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../database/index.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import type { JobChange } from './changed-jobs.ts';
import { createJobEvents, type JobEvents } from './events.ts';

/** Readings of jobs, and what makes them fail. */
const readings = { count: 0, fail: false };
let server: TestPostgres;
let bench: BuildBench;
let closing: AbortController;
let events: JobEvents;

beforeAll(async () => {
  server = await startPostgres();
  bench = await openBench({ url: await server.createDatabase('events') });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await server.stop();
});
beforeEach(() => {
  closing = new AbortController();
  const db: Database = bench.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      readings.count += 1;
      return readings.fail ? Promise.reject(new Error('The database is away')) : Promise.resolve(result);
    },
  });
  events = createJobEvents({ db, changes: bench.database.changes, closing: closing.signal });
});
afterEach(async () => {
  closing.abort();
  readings.fail = false;
  await bench.reset();
});

/** Somebody who follows the builds, and what he was told: the newest state by path, and how much in all. */
interface Reader {
  readonly states: Map<string, string>;
  readonly told: () => number;
  /** Resolves when the stream has begun, i.e. tells an active job; then it is read no further. */
  readonly next: () => Promise<IteratorResult<JobChange | undefined>>;
  /** Reads on to the end. @throws what broke the stream */
  readonly follow: () => Promise<void>;
}

function follow(since?: string): Reader {
  const watching = events.watch({
    datasetId: bench.datasetId,
    subject: randomUUID(),
    since,
    readmit: () => Promise.resolve(),
    signal: closing.signal,
  })();
  const states = new Map<string, string>();
  let told = 0;
  const next: Reader['next'] = async () => {
    const result = await watching.next();
    if (result.done !== true && result.value !== undefined) {
      told += 1;
      states.set(result.value.job.path!, `${result.value.job.state} ${result.value.job.progress ?? '-'}`);
    }
    return result;
  };
  const rest = async (): Promise<void> => {
    while ((await next()).done !== true);
  };
  return { states, told: () => told, next, follow: rest };
}

const add = async (count: number, name: string): Promise<void> => {
  const jobs = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    dataset_id: bench.datasetId,
    tool_id: 'build',
    path: `${name}${index}`,
    hash: `${name}${index}`.padStart(64, '0'),
    state: 'Processing',
  }));
  for (let from = 0; from < count; from += 1000)
    await bench.db
      .insertInto('jobs')
      .values(jobs.slice(from, from + 1000))
      .execute();
};
const change = async (progress: number): Promise<void> =>
  void (await bench.db.updateTable('jobs').set({ progress }).execute());

it('reads what changed once for all who follow, and tells each of them of each change once', async () => {
  await add(1, 'first');
  const readers = Array.from({ length: 20 }, () => follow());
  for (const { next } of readers) await next();
  const all = readers.map((reader) => reader.follow());
  await new Promise((resolve) => setTimeout(resolve, 600));
  const before = readings.count;
  await add(900, 'more');
  for (const { states } of readers) await expect.poll(() => states.size, { timeout: 30_000 }).toBe(901);
  // A reading of 901 jobs is 5 pages, and the five seconds before are read some times. Twenty that read would be 100 at least.
  expect(readings.count - before).toBeLessThan(60);
  await change(50);
  for (const { states } of readers)
    await expect
      .poll(() => [...states.values()].filter((state) => state === 'Processing 50').length, { timeout: 30_000 })
      .toBe(901);
  // Long enough for another reading.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(readers.map((reader) => reader.told())).toEqual(readers.map(() => 1802));
  closing.abort();
  await Promise.all(all);
});

it('tells a slow reader the newest states only, all of them, however many there are', async () => {
  await add(1, 'first');
  const [slow, quick] = [follow(), follow()];
  for (const { next } of [slow, quick]) await next();
  const ended = [quick.follow()];
  await add(2500, 'more');
  for (const progress of [10, 20, 30]) {
    await change(progress);
    // All of them: the slow one is told of what a reading brings when that reading is over.
    await expect
      .poll(() => [...new Set(quick.states.values())], { timeout: 30_000 })
      .toEqual([`Processing ${progress}`]);
  }
  // A job of the next reading: the one before it is over.
  await add(1, 'last');
  await expect.poll(() => quick.states.size, { timeout: 30_000 }).toBe(2502);
  ended.push(slow.follow());
  await expect.poll(() => slow.states.size, { timeout: 30_000 }).toBe(2502);
  await expect
    .poll(() => [...new Set(slow.states.values())].toSorted(), { timeout: 30_000 })
    .toEqual(['Processing -', 'Processing 30']);
  expect(slow.told()).toBeLessThan(2 * 2501);
  await change(40);
  await expect.poll(() => [...new Set(slow.states.values())], { timeout: 30_000 }).toEqual(['Processing 40']);
  closing.abort();
  await Promise.all(ended);
});

it('breaks the streams of a dataset whose jobs cannot be read; anyone who comes back is told what he missed', async () => {
  await add(1, 'first');
  const readers = [follow(), follow()];
  const begun = await readers[0]!.next();
  await readers[1]!.next();
  const ended = Promise.allSettled(readers.map((reader) => reader.follow()));
  readings.fail = true;
  await change(70);
  expect(await ended).toMatchObject([
    { reason: { message: 'The database is away' } },
    { reason: { message: 'The database is away' } },
  ]);
  readings.fail = false;
  const again = follow(begun.value?.job.changed);
  await again.next();
  const end = again.follow();
  await expect.poll(() => again.states.get('first0'), { timeout: 30_000 }).toBe('Processing 70');
  closing.abort();
  await end;
});
