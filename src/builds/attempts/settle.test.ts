import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createFollowUp } from '../pending/settle.ts';
import { openBench, type BenchEntry, type BuildBench } from '../testing/build-bench.ts';
import type { BuildOutcome } from './outcome.ts';
import { settleBuild } from './settle.ts';

const BUILT: BuildOutcome = { kind: 'built' };
const DISK_FULL: BuildOutcome = { kind: 'failed', reason: 'no-space', message: 'The disk is full.' };
const deferred = (path: string): BuildOutcome => ({ kind: 'deferred', path, missing: [`${path}.aux`] });

let bench: BuildBench;
beforeAll(async () => {
  bench = await openBench();
});
afterEach(() => bench.reset());
afterAll(() => bench[Symbol.asyncDispose]());

/** Settles a new job of an entry. @returns what its transaction did, and the paths of the markers after it */
async function settled(entry: BenchEntry, outcome: BuildOutcome) {
  const { db, buildQueue: queue, markers, coordinator } = bench;
  const job = await bench.processing(entry);
  const now = (): number => bench.clock.now();
  const pending = createFollowUp({ markers, coordinator, now, onError: (fault) => bench.faults.push(fault) });
  const statements: string[] = [];
  const noting = db.withPlugin({
    transformQuery: ({ node }) => (statements.push(JSON.stringify(node)), node),
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await settleBuild(job, outcome, 'log', { db: noting, queue, pending, now });
  return {
    statements: statements.length,
    isCoordinated: statements.some((statement) => statement.includes('pg_advisory_xact_lock')),
    outcome: (await bench.job(job.id)).outcome,
    markers: await bench.markerPaths(),
  };
}

it('settles a success without a marker by five statements and no coordination, beside other pending builds', async () => {
  await settled(await bench.addEntry('waits.tif'), deferred('waits.tif'));
  expect(await settled(await bench.addEntry('a.tif'), BUILT)).toEqual({
    statements: 5,
    isCoordinated: false,
    outcome: 'built',
    markers: ['waits.tif'],
  });
  expect(await bench.controls()).toMatchObject({ state: 'scheduled' });
});

it('leaves pending builds alone when a build fails that was not pending', async () => {
  const end = await settled(await bench.addEntry('a.tif'), DISK_FULL);
  expect(end).toMatchObject({ isCoordinated: false, outcome: 'no-space', markers: [] });
});

it('takes the coordination where a build is pending, and ends its retries with it', async () => {
  const entry = await bench.addEntry('a.tif');
  await settled(entry, deferred('a.tif'));
  expect(await settled(entry, DISK_FULL)).toMatchObject({ isCoordinated: true, markers: ['a.tif'] });
  expect(await settled(entry, BUILT)).toMatchObject({ isCoordinated: true, markers: [] });
  expect([await bench.pending(), await bench.controls()]).toEqual([[], undefined]);
});

it('removes a marker that has lost its row', async () => {
  const entry = await bench.addEntry('a.tif');
  await settled(entry, deferred('a.tif'));
  await bench.db.deleteFrom('pending_builds').execute();
  expect(await settled(entry, BUILT)).toMatchObject({ isCoordinated: true, markers: [] });
  expect(bench.faults).toEqual([]);
});
