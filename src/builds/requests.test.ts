import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { EntryType } from '../inspection/index.ts';
import { createBuildRequests, type AskedBuild, type BuildRequests } from './requests.ts';
import { openBench, type BuildBench } from './testing/build-bench.ts';

let bench: BuildBench;
let requests: BuildRequests;
beforeAll(async () => {
  bench = await openBench();
  const { observer, buildQueue: queue, clock, sweepOptions } = bench;
  requests = createBuildRequests({ observer, queue, outputs: sweepOptions.outputs, now: () => clock.now() });
  await bench.work();
}, 60_000);
afterEach(() => bench.reset());
afterAll(() => bench[Symbol.asyncDispose]());

const ask = (path: string, force = false): Promise<AskedBuild> =>
  bench.db
    .transaction()
    .execute((transaction) => requests.one(transaction, { id: bench.datasetId }, path, force, null));
const askPending = (): Promise<number> =>
  bench.db.transaction().execute((transaction) => requests.pending(transaction, { id: bench.datasetId }));

it('tells the job that builds a file, no matter who asked for it first, and what has built it', async () => {
  await bench.addEntry('a.tif');
  const first = await ask('a.tif');
  expect(first).toEqual({ jobId: expect.any(String), isNew: true });
  expect(await ask('a.tif')).toEqual({ jobId: first.jobId, isNew: false });
  await bench.idle();
  expect(await bench.job(first.jobId!)).toMatchObject({ state: 'Succeeded' });
  expect(await ask('a.tif')).toEqual({ jobId: first.jobId, isNew: false });
  const forced = await ask('a.tif', true);
  expect(forced).toEqual({ jobId: expect.any(String), isNew: true });
  expect(forced.jobId).not.toBe(first.jobId);
});

it('asks again for what failed, for the whole of a part, and for nothing where nothing is built', async () => {
  const entry = await bench.addEntry('a.tif');
  const failed = await bench.attempted(entry, { kind: 'failed', reason: 'invalid-input', message: 'No raster.' });
  const again = await ask('a.tif');
  expect([again.isNew, again.jobId === failed.id]).toEqual([true, false]);
  await bench.addEntry('roads.shp', { type: EntryType.GeoRaster });
  await bench.addEntry('roads.prj', { type: EntryType.Generic });
  const whole = await ask('roads.prj');
  expect(await bench.job(whole.jobId!)).toMatchObject({ path: 'roads.shp' });
  await bench.addEntry('notes.txt', { type: EntryType.Generic });
  expect(await ask('notes.txt', true)).toEqual({ jobId: null, isNew: false });
  await expect(ask('none.tif')).rejects.toMatchObject({ code: 'not-found' });
});

it('asks for what waits once its last attempt is a minute old', async () => {
  for (const path of ['a.tif', 'b.tif', 'c.tif'])
    await bench.attempted(await bench.addEntry(path), { kind: 'deferred', path, missing: [`${path}.aux`] });
  expect(await askPending()).toBe(0);
  await bench.db
    .updateTable('pending_builds')
    .set({ last_attempt: new Date(bench.clock.now() - 61_000) })
    .execute();
  await bench.enqueue(await bench.pending().then(([first]) => ({ ...first!, companions: '' })));
  expect(await askPending()).toBe(2);
  expect(await askPending()).toBe(0);
});
