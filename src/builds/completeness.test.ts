import { randomUUID } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BlobStore } from '../blobs/index.ts';
import { isCheckDue } from './completeness-due.ts';
import { checkCompleteness, type CompletenessReport } from './completeness.ts';
import { createOutputFolders } from './output-folders.ts';
import { replaceOutput } from './output-store.ts';
import { outputsOf } from './outputs/index.ts';
import { openBench, type BenchEntry, type BuildBench } from './testing/build-bench.ts';
import { scriptedOutput } from './testing/scripted-output.ts';

const HOUR_MS = 3_600_000;
let bench: BuildBench;
beforeAll(async () => {
  bench = await openBench();
});
afterEach(async () => {
  await bench.reset();
  await bench.db.deleteFrom('completeness_checks').execute();
});
afterAll(() => bench[Symbol.asyncDispose]());

const check = (signal = new AbortController().signal, userId: string | null = null): Promise<CompletenessReport> => {
  const { db, buildQueue: queue, buildFolder, faults } = bench;
  const blobs = { has: () => Promise.resolve(true) } as unknown as BlobStore;
  const outputs = outputsOf([output]);
  const folders = createOutputFolders(buildFolder);
  const onError = (fault: unknown): void => void faults.push(fault);
  return checkCompleteness({ db, queue, folders, blobs, outputs, onError }, userId, () => undefined, signal);
};
const output = scriptedOutput(new Map(), []);

it('asks for builds of files that nobody asked for, once', async () => {
  await bench.addEntry('old.tif');
  expect(await check()).toMatchObject({ filesChecked: 1, incomplete: 1, jobsEnqueued: 1, filesFailed: 0 });
  expect((await bench.jobsOf('old.tif')).map(({ state, forced }) => [state, forced])).toEqual([['Enqueued', false]]);
  await bench.addEntry('later.tif');
  // The first file's build is on its way.
  expect(await check()).toMatchObject({ filesChecked: 2, incomplete: 2, jobsEnqueued: 1 });
  expect(await bench.jobsOf('later.tif')).toMatchObject([{ datasetId: bench.datasetId, state: 'Enqueued' }]);
});

it('asks for what somebody cancelled only when somebody asks for the check', async () => {
  const { db } = bench;
  await bench.addEntry('slow.tif');
  await check();
  await db.updateTable('jobs').set({ state: 'Deleted', error: 'Cancelled by ada.' }).execute();
  expect(await check()).toMatchObject({ incomplete: 1, jobsEnqueued: 0 });
  const id = randomUUID();
  await db.insertInto('users').values({ id, name: 'ada', email: '', password_hash: '', metadata: '{}' }).execute();
  expect(await check(undefined, id)).toMatchObject({ incomplete: 1, jobsEnqueued: 1 });
});

it('is due a day after the last one, unless that was cut short', async () => {
  const { db } = bench;
  await bench.addEntry('old.tif');
  expect(await isCheckDue(db)).toBe(true);
  await expect(check(AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
  expect(await isCheckDue(db)).toBe(true);
  const begun = Date.now();
  await check();
  expect(await isCheckDue(db, begun + 23 * HOUR_MS)).toBe(false);
  expect(await isCheckDue(db, Date.now() + 24 * HOUR_MS)).toBe(true);
});

/** Names an output of an entry. @returns its folder, which is not made */
async function nameOutput({ hash, companions }: BenchEntry, sizeBytes: number): Promise<string> {
  const { db, datasetId, buildFolder } = bench;
  const version = randomUUID();
  await replaceOutput(db, { datasetId, hash, companions, kind: output.kind, version, sizeBytes, facts: null });
  return createOutputFolders(buildFolder).locate(datasetId, version);
}

it('goes on behind a file that it cannot look at, and counts it', async () => {
  const [unreadable, whole] = [await bench.addEntry('a.tif'), await bench.addEntry('b.tif')];
  await bench.addEntry('c.tif');
  const loop = await nameOutput(unreadable, 4);
  await mkdir(dirname(loop), { recursive: true });
  await symlink(loop, loop);
  const folder = await nameOutput(whole, 4);
  await mkdir(folder);
  await writeFile(join(folder, 'made.txt'), 'made');

  expect(await check()).toMatchObject({ filesChecked: 3, incomplete: 1, jobsEnqueued: 1, filesFailed: 1 });
  expect(bench.faults.splice(0)).toMatchObject([{ code: 'ELOOP' }]);
  expect([await bench.jobsOf('a.tif'), await bench.jobsOf('b.tif')]).toEqual([[], []]);
  expect(await bench.jobsOf('c.tif')).toHaveLength(1);
  expect(await isCheckDue(bench.db)).toBe(false);
});

it('sees outputs whose files are gone, or not those that were made', async () => {
  const [gone, changed] = [await bench.addEntry('a.tif'), await bench.addEntry('b.tif')];
  await nameOutput(gone, 4);
  const folder = await nameOutput(changed, 4);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'made.txt'), 'longer');
  expect(await check()).toMatchObject({ filesChecked: 2, incomplete: 2, jobsEnqueued: 2 });
});
