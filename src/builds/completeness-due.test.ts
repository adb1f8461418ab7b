import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlobStore } from '../blobs/index.ts';
import { checkCompletenessWhenDue } from './completeness-due.ts';
import { createOutputFolders } from './output-folders.ts';
import { outputsOf } from './outputs/index.ts';
import { openBench, type BuildBench } from './testing/build-bench.ts';
import { scriptedOutput } from './testing/scripted-output.ts';

const HOUR_MS = 3_600_000;
let bench: BuildBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

it('asks once a day, in one process, for builds of files that nobody asked for', async () => {
  const { db, queue, buildFolder, database, datasetId } = bench;
  let now = Date.now();
  const check = (signal = new AbortController().signal) =>
    checkCompletenessWhenDue(
      {
        ...{ db, queue, locks: database.locks, folders: createOutputFolders(buildFolder), now: () => now },
        blobs: { has: () => Promise.resolve(true) } as unknown as BlobStore,
        outputs: outputsOf([scriptedOutput(new Map(), [])]),
      },
      signal,
    );
  await bench.addEntry('old.tif');
  // Cut short, it is made again.
  await expect(check(AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
  const lock = (await database.locks.tryTake('completeness'))!;
  expect(await check()).toBeUndefined();
  await lock.release();
  expect(await check()).toMatchObject({ filesChecked: 1, incomplete: 1, jobsEnqueued: 1 });
  expect((await bench.jobsOf('old.tif')).map(({ state, forced }) => [state, forced])).toEqual([['Enqueued', false]]);
  await bench.addEntry('later.tif');
  now += 23 * HOUR_MS;
  expect(await check()).toBeUndefined();
  now += HOUR_MS;
  // Of the first a build is on its way.
  expect(await check()).toMatchObject({ filesChecked: 2, incomplete: 2, jobsEnqueued: 1 });
  expect(await bench.jobsOf('later.tif')).toHaveLength(1);
  expect((await bench.jobsOf('later.tif'))[0]).toMatchObject({ datasetId, state: 'Enqueued' });
});
