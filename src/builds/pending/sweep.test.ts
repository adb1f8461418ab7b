import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../../../test/support/databases.ts';
import { replaceOutput } from '../output-store.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';
import { importLegacyControls } from './legacy-controls.ts';
import type { Marker } from './marker.ts';
import { sweepWhenDue } from './sweep.ts';

const COORDINATOR = '11111111-2222-3333-4444-555555555555';

describeOnOneDatabase('the sweep of pending builds', (environment) => {
  let bench: BuildBench;
  let diskFault: Error | undefined;
  beforeAll(async () => {
    bench = await openBench({
      url: (await environment())['DATABASE_URL'],
      markers: (real) => ({
        ...real,
        write: (...call) => (diskFault === undefined ? real.write(...call) : Promise.reject(diskFault)),
      }),
    });
  });
  afterEach(async () => {
    diskFault = undefined;
    await rm(join(bench.folder, 'pending-cache'), { recursive: true, force: true });
    await bench.reset();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  const wait = async (path: string) => {
    const entry = await bench.addEntry(path);
    await bench.attempted(entry, { kind: 'deferred', path, missing: [`${path}.aux`] });
    return entry;
  };
  const place = (): string => join(bench.buildFolder, bench.datasetId, 'pending');
  const legacy = async (name: string, text: string): Promise<void> => {
    await mkdir(join(bench.folder, 'pending-cache/survey'), { recursive: true });
    await writeFile(join(bench.folder, 'pending-cache/survey', name), text);
  };
  const takeOver = (): Promise<void> => {
    const { db, coordinator } = bench;
    const onError = (fault: unknown): void => void bench.faults.push(fault);
    return importLegacyControls({ db, coordinator, legacyFolder: join(bench.folder, 'pending-cache'), onError });
  };

  it('mends both ways: a marker that was lost, a row that was lost, and one of the older form', async () => {
    const [lost, unknown] = [await wait('lost.tif'), await wait('unknown.tif')];
    const old = await bench.addEntry('old.tif');
    await bench.markers.remove(bench.datasetId, lost);
    await bench.db.deleteFrom('pending_builds').where('path', '=', unknown.path).execute();
    await writeFile(join(place(), `${old.hash}.pending`), '99999999999\nold.aux\n');
    await writeFile(join(place(), `${'0'.repeat(64)}.pending`), '7\n');
    await writeFile(join(place(), 'broken.pending'), '{"hash":1}');
    expect(await bench.sweep()).toMatchObject({ pendingBuilds: 3, errors: 0 });
    await rm(join(place(), 'broken.pending'));
    const names = ['lost.tif', 'old.tif', 'unknown.tif'];
    expect((await bench.pending()).map(({ path }) => path)).toEqual(names);
    expect(await bench.markerPaths()).toEqual(names);
    // A time to come would keep it from being tried until then.
    const [, { lastAttempt, missing }] = (await bench.pending()) as [unknown, { lastAttempt: Date; missing: string[] }];
    expect([lastAttempt.getTime() <= bench.clock.now(), missing]).toEqual([true, ['old.aux']]);
  });

  const verdicts = [{ kind: 'built' }, { kind: 'failed', reason: 'tool-failed', message: 'It cannot be.' }] as const;
  it.each(verdicts)(
    'does not bring back what a verdict consumed, when its marker stayed behind: $kind',
    async (end) => {
      const entry = await wait('a.tif');
      const [marker] = await bench.markerFiles();
      await bench.attempted(entry, end);
      const stayed = { ...(marker as unknown as Marker), path: 'a.tif' };
      await bench.markers.write(bench.datasetId, stayed);
      expect(await bench.sweep()).toMatchObject({ pendingBuilds: 0, jobsEnqueued: 0, errors: 0 });
      expect([await bench.pending(), await bench.markerPaths(), await bench.controls()]).toEqual([[], [], undefined]);
      // One that is younger than the verdict is of a time that the database has forgotten.
      await bench.clock.setTime(bench.clock.now() + 60_000);
      await bench.markers.write(bench.datasetId, { ...stayed, lastAttempt: bench.clock.now() / 1000 });
      expect(await bench.sweep()).toMatchObject({ pendingBuilds: 1 });
    },
  );

  it('does not bring back what is built, when its jobs are forgotten', async () => {
    const entry = await wait('a.tif');
    await bench.db.deleteFrom('pending_builds').execute();
    await bench.db.deleteFrom('jobs').execute();
    const output = { kind: 'cog', version: randomUUID(), sizeBytes: 1, facts: null };
    await replaceOutput(bench.db, { ...entry, ...output, datasetId: bench.datasetId });
    expect(await bench.sweep()).toMatchObject({ pendingBuilds: 0, jobsEnqueued: 0, errors: 0 });
    expect([await bench.pending(), await bench.markerPaths()]).toEqual([[], []]);
  });

  it('keeps the marker with its hints where it cannot be replaced, and writes it down later', async () => {
    const entry = await wait('a.tif');
    const before = await bench.markerFiles();
    diskFault = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    await bench.clock.setTime(bench.clock.now() + 61_000);
    const job = await bench.attempted(entry, { kind: 'failed', reason: 'no-space', message: 'The disk is full.' });
    expect([job.state, await bench.markerFiles(), bench.faults]).toEqual(['Failed', before, [diskFault]]);
    expect(await bench.pending()).toMatchObject([{ path: 'a.tif', missing: ['a.tif.aux'] }]);
    const fresh = await bench.attempted(await bench.addEntry('b.tif'), {
      kind: 'deferred',
      path: 'b.tif',
      missing: [],
    });
    expect([fresh.state, (await bench.pending()).length, (await bench.markerFiles()).length]).toEqual([
      'Succeeded',
      2,
      1,
    ]);
    expect((await bench.sweep()).errors).toBe(1);
    diskFault = undefined;
    expect((await bench.sweep()).errors).toBe(0);
    expect(await bench.markerPaths()).toEqual(['a.tif', 'b.tif']);
  });

  it('takes controls of the older form over once, with their budget, and sets the files aside', async () => {
    await wait('a.tif');
    await bench.db.deleteFrom('retry_controls').execute();
    await legacy('flight.json', JSON.stringify({ coordinatorId: COORDINATOR, epoch: 3, attempt: 11 }));
    await legacy('gone.json', JSON.stringify({ coordinatorId: COORDINATOR, attempt: 1 }));
    await legacy('broken.json', '{"coordinatorId":"x"}');
    await legacy('note.txt', '');
    await mkdir(join(bench.folder, 'pending-cache/survey/folder.json'));
    await Promise.all([takeOver(), takeOver()]); // As two processes that start at once.
    const controls = await bench.controls();
    expect(controls).toMatchObject({ coordinatorId: COORDINATOR, epoch: 3, attempt: 12, state: 'scheduled' });
    expect((await readdir(join(bench.folder, 'pending-cache/survey'))).toSorted()).toEqual([
      'broken.json.malformed',
      'flight.json.imported',
      'folder.json',
      'gone.json.imported',
      'note.txt',
    ]);
    expect(bench.faults).toMatchObject([{ code: 'EISDIR' }, { code: 'EISDIR' }]);
    expect((await bench.sweep()).datasetsSkipped).toBe(1);
    await legacy('flight.json', JSON.stringify({ coordinatorId: COORDINATOR, epoch: 1, attempt: 0 }));
    await takeOver();
    expect(await bench.controls()).toEqual(controls);
  });

  it('comes every six hours, whichever process asks', async () => {
    await wait('a.tif');
    const due = () => sweepWhenDue(bench.sweepOptions, new AbortController().signal);
    const both = await Promise.all([due(), due()]);
    expect(both.filter((swept) => swept !== undefined)).toHaveLength(1);
    expect(await due()).toBeUndefined();
    await bench.clock.setTime(bench.clock.now() + 6 * 3_600_000);
    expect(await due()).toMatchObject({ totalDatasets: 1 });
  });
});
