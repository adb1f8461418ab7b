import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import { LockLost } from '../../database/index.ts';
import { BuildFailure } from '../outputs/index.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';
import { holdCoordination } from './coordination.ts';
import { MAX_RUNS } from './schedule.ts';

// Two queues, coordinators and lock sessions over connections of their own, as two processes on one server have them.
let server: TestPostgres;
let first: BuildBench;
let made = 0;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
let url: string;
const openFirst = async (): Promise<void> => {
  url = await server.createDatabase(`two_${(made += 1)}`);
  first = await openBench({ url });
};
afterEach(() => first[Symbol.asyncDispose]());

const waiting = async (path: string): Promise<void> => {
  first.scripts.set(path, () => {
    throw new BuildFailure('no-space', 'The disk is full.');
  });
  await first.attempted(await first.addEntry(path), { kind: 'deferred', path, missing: ['a.prj'] });
};
const nextRun = async (): Promise<void> => {
  const { nextRunAt } = (await first.controls())!;
  await first.pass((nextRunAt!.getTime() - first.clock.now()) / 60_000);
};

it('have one coordinator, one budget and no attempt twice, also when one is closed in the middle', async () => {
  await openFirst();
  const second = await openBench({ url, beside: first });
  for (const bench of [first, second]) await bench.work();
  await waiting('a.tif');
  await waiting('b.tif');
  const { coordinatorId } = (await first.controls())!;
  for (let run = 1; run <= MAX_RUNS; run += 1) {
    expect(await first.controls()).toMatchObject({ coordinatorId, attempt: run, epoch: 1, state: 'scheduled' });
    await nextRun();
    expect(first.attempts.toSorted()).toEqual([
      ...Array<string>(run).fill('a.tif'),
      ...Array<string>(run).fill('b.tif'),
    ]);
    if (run !== 6) continue;
    expect(second.faults).toEqual([]);
    await second[Symbol.asyncDispose]();
  }
  expect(await first.controls()).toMatchObject({ coordinatorId, state: 'exhausted' });
  expect(first.faults).toEqual([]);
});

it('open one epoch when both sweep at once', async () => {
  await openFirst();
  await using second = await openBench({ url, beside: first });
  await waiting('a.tif');
  await first.db.deleteFrom('retry_controls').execute();
  await first.clock.setTime(first.clock.now() + 61_000);
  const sweeps = await Promise.all([first.sweep(), second.sweep(), first.sweep()]);
  const enqueued = sweeps.map(({ jobsEnqueued }) => jobsEnqueued);
  expect([enqueued.toSorted((a, b) => a - b), sweeps.map(({ errors }) => errors)]).toEqual([
    [0, 0, 1],
    [0, 0, 0],
  ]);
  expect(await first.controls()).toMatchObject({ epoch: 1, attempt: 2 });
});

it('rule 3: runs, retries and sweeps of a dataset wait for the holder of its coordination; another dataset goes on', async () => {
  await openFirst();
  await using other = await openBench({ url, beside: first, dataset: 'other' });
  const wait = async (bench: BuildBench, path: string): Promise<unknown> =>
    bench.attempted(await bench.addEntry(path), { kind: 'deferred', path, missing: ['a.prj'] });
  await wait(first, 'a.tif');
  await wait(other, 'b.tif');
  const runs = [(await first.controls())!, (await other.controls())!].map(({ jobId }) => jobId!);
  await first.clock.setTime((await other.controls())!.nextRunAt!);
  const ended: string[] = [];
  const noted = (what: string, work: Promise<unknown>): Promise<unknown> => work.then(() => ended.push(what));
  const works = await other.db.transaction().execute(async (transaction) => {
    await holdCoordination(transaction, first.datasetId);
    const held = [
      noted('run', first.coordinator.run(runs[0]!)),
      noted('retry', wait(first, 'c.tif')),
      noted('sweep', first.sweep()),
    ];
    const waiting = async () =>
      (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(first.db)).rows.length;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(held.length);
    expect(await other.coordinator.run(runs[1]!)).toEqual({ enqueued: 1, skipped: 0 });
    await wait(other, 'd.tif');
    expect(await other.coordinator.reopen(other.datasetId)).toBeUndefined();
    expect([await waiting(), ended]).toEqual([held.length, []]);
    return held;
  });
  await Promise.all(works);
  expect(ended.toSorted()).toEqual(['retry', 'run', 'sweep']);
});

it('who changes a dataset, who settles and who runs do not wait for each other for ever', async () => {
  await openFirst();
  await using second = await openBench({ url, beside: first });
  const entries = await Promise.all(Array.from({ length: 8 }, (_, index) => first.addEntry(`${index}.tif`)));
  const faults: unknown[] = [];
  const noted = (work: Promise<unknown>): Promise<unknown> => work.catch((fault: unknown) => faults.push(fault));
  const change = (bench: BuildBench, index: number): Promise<unknown> =>
    bench.db.transaction().execute(async (transaction) => {
      await sql`select from datasets where id = ${bench.datasetId}::uuid for update`.execute(transaction);
      const { hash, path, companions } = entries[index]!;
      const dataset = { id: bench.datasetId };
      await bench.observer.unused(transaction, dataset, [hash]);
      await bench.observer.written(transaction, dataset, [{ path, hash, companions, type: 4 }], null);
    });
  for (let round = 0; round < 5; round += 1) {
    const jobs = await Promise.all(entries.map((entry) => first.processing({ ...entry, companions: `${round}` })));
    await first.clock.setTime(first.clock.now() + 61_000);
    await Promise.all([
      ...jobs.map((job, index) =>
        noted(
          (index % 2 === 0 ? first : second).settle(
            { ...job, companions: '' },
            { kind: 'deferred', path: job.path, missing: [] },
          ),
        ),
      ),
      ...entries.map((_, index) => noted(change(index % 2 === 0 ? second : first, index))),
      noted(first.sweep()),
      noted(second.sweep()),
    ]);
  }
  expect(faults).toEqual([]);
});

it('an attempt whose lock was lost is made again by the other one, and nothing is published twice', async () => {
  await openFirst();
  const second = await openBench({ url, beside: first });
  const begun = Promise.withResolvers<AbortSignal>();
  first.scripts.set('a.tif', async ({ signal }) => {
    if (first.attempts.length > 1) return;
    begun.resolve(signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    signal.throwIfAborted();
  });
  await second.work();
  const job = await first.enqueue(await first.addEntry('a.tif'));
  const tick = async (): Promise<void> => {
    await first.clock.tick(1000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const begin = begun.promise.then(() => true);
  while (!(await Promise.race([begin, tick()])));
  const signal = await begun.promise;
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`.execute(
    first.db,
  );
  await expect.poll(() => signal.aborted, { timeout: 20_000 }).toBe(true);
  expect(signal.reason).toBeInstanceOf(LockLost);
  await second[Symbol.asyncDispose]();
  await first.work();
  await first.idle();
  expect(await first.job(job.id)).toMatchObject({ state: 'Succeeded', outcome: 'built' });
  const outputs = await first.db.selectFrom('outputs').selectAll().execute();
  expect([outputs.length, first.attempts]).toEqual([1, ['a.tif', 'a.tif']]);
});
