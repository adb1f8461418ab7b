import { afterAll, beforeAll, expect, it } from 'vitest';
import { EntryType } from '../../inspection/index.ts';
import { allKinds } from '../../kinds/index.ts';
import { outputsOf } from '../outputs/index.ts';
import { buildStates } from '../states.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';
import { clearBuildJobs, listBuildJobs } from './job-store.ts';

let bench: BuildBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const clear = (): Promise<number> => clearBuildJobs(bench.db, bench.datasetId, undefined);

it('keeps why nothing was built of a file that is there, and nothing else that has ended', async () => {
  const broken = await bench.addEntry('broken.tif');
  const built = await bench.addEntry('built.tif');
  const failure = { kind: 'failed', reason: 'invalid-input', message: 'It is no raster.' } as const;
  await bench.attempted(broken, { ...failure, message: 'The first reason.' });
  const last = await bench.attempted(broken, failure);
  await bench.attempted(built, failure);
  await bench.attempted(built, { kind: 'built' });
  expect(await clear()).toBe(3);
  expect(await bench.jobsOf('broken.tif')).toMatchObject([{ id: last.id, error: 'It is no raster.' }]);
  // Asked for again it is not the last word any more, and of a file that is gone nobody asks.
  const again = await bench.enqueue(broken);
  expect(await clear()).toBe(1);
  await bench.settle(again, failure);
  await bench.removeEntry('broken.tif');
  expect([await clear(), await bench.jobsOf('broken.tif')]).toEqual([1, []]);
});

it('takes a cancelled build of a file that is there out of the list, and tells it as the state of the file still', async () => {
  const entry = { ...(await bench.addEntry('cancelled.tif')), type: EntryType.GeoRaster };
  const job = await bench.enqueue(entry);
  const state = async () =>
    (await buildStates(bench.db, outputsOf(allKinds.outputs), bench.datasetId, [entry])).get(entry.path);
  expect(await state()).toMatchObject({ status: 'queued' });
  await bench.db
    .updateTable('jobs')
    .set({ state: 'Deleted', error: 'Cancelled by ann.' })
    .where('id', '=', job.id)
    .execute();
  expect([await clear(), await state()]).toMatchObject([1, { status: 'failed', error: 'Cancelled by ann.' }]);
  const listed = async (path?: string) =>
    (await listBuildJobs(bench.db, bench.datasetId, { page: 1, pageSize: 10, path })).map(({ id }) => id);
  expect([await listed(), await listed('cancelled.tif'), await clear()]).toEqual([[], [job.id], 0]);
  await bench.attempted(entry, { kind: 'built' });
  expect(await clear()).toBe(2);
});
