import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../../../test/support/databases.ts';
import { EntryType } from '../../inspection/index.ts';
import { createOutputFolders } from '../output-folders.ts';
import { openBench, type BenchEntry, type BuildBench } from '../testing/build-bench.ts';
import { seenFrom } from './places.ts';

it('names what is missing relative to the folder of the entry', () => {
  const before = { path: 'm/a.obj', missing: ['m/a.mtl', 'skins/wall.png', 'm/deep/b.png'] };
  expect(seenFrom('n/o/a.obj', before)).toEqual(['n/o/a.mtl', 'n/skins/wall.png', 'n/o/deep/b.png']);
  expect(seenFrom('a.obj', before)).toEqual(['a.mtl', 'deep/b.png']); // One would lie outside of the dataset.
});

describeOnOneDatabase('what waits, and its entry', (environment) => {
  let bench: BuildBench;
  beforeAll(async () => {
    bench = await openBench({ url: (await environment())['DATABASE_URL'] });
  });
  afterEach(() => bench.reset());
  afterAll(() => bench[Symbol.asyncDispose]());

  const waiting = async (path: string, hash?: string): Promise<BenchEntry> => {
    const entry = await bench.addEntry(path, hash === undefined ? {} : { hash });
    await bench.attempted(entry, { kind: 'deferred', path, missing: [`${path}.aux`] });
    return entry;
  };
  const move = (from: string, to: string): Promise<void> =>
    bench.db.transaction().execute(async (transaction) => {
      const entries = await transaction.selectFrom('entries').select('path').execute();
      for (const { path } of entries.filter((entry) => entry.path === from || entry.path.startsWith(`${from}/`)))
        await transaction
          .updateTable('entries')
          .set({ path: `${to}${path.slice(from.length)}` })
          .where('path', '=', path)
          .execute();
      await bench.observer.moved(transaction, { id: bench.datasetId }, from, to);
    });
  const remove = async ({ path, hash }: BenchEntry): Promise<void> => {
    const tidy = await bench.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('entries').where('path', '=', path).execute();
      return bench.observer.unused(transaction, { id: bench.datasetId }, [hash]);
    });
    await tidy();
  };
  const stateOf = async ({ hash, companions }: BenchEntry, path: string): Promise<unknown> => {
    const entry = { path, hash, companions, type: EntryType.GeoRaster };
    const state = (await bench.observer.states({ id: bench.datasetId }, [entry])).get(path);
    return state && [state.status, ...state.missingDependencies];
  };
  const pendingPaths = async (): Promise<string[]> => (await bench.pending()).map(({ path }) => path);
  const run = async () => {
    const { jobId, nextRunAt } = (await bench.controls())!;
    await bench.clock.setTime(nextRunAt!);
    return bench.coordinator.run(jobId!);
  };

  it('goes along with a renamed file, and is tried again there', async () => {
    const entry = await waiting('a.tif');
    await move('a.tif', 'n/b.tif');
    expect(await stateOf(entry, 'n/b.tif')).toEqual(['pending', 'n/a.tif.aux']);
    expect(await run()).toEqual({ enqueued: 1, skipped: 0 });
    expect((await bench.jobsOf('n/b.tif')).map(({ state }) => state)).toEqual(['Enqueued']);
    await bench.sweep();
    expect(await bench.markerPaths()).toEqual(['n/b.tif']);
  });

  it('goes along with a moved folder, more of it than one statement takes', async () => {
    const missing = JSON.stringify(['m/x.aux']);
    const rows = Array.from({ length: 1001 }, (_, index) => ({
      dataset_id: bench.datasetId,
      path: `m/${index}.tif`,
      hash: '1'.repeat(64),
      missing,
      last_attempt: new Date(),
    }));
    await bench.db.insertInto('pending_builds').values(rows).execute();
    let statements = 0;
    const counting = bench.db.withPlugin({
      transformQuery: ({ node }) => ((statements += node.kind === 'InsertQueryNode' ? 1 : 0), node),
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await bench.observer.moved(counting, { id: bench.datasetId }, 'm', 'm2');
    expect(statements).toBe(3);
    const found = await bench.db.selectFrom('pending_builds').select(['path', 'missing']).execute();
    expect([found.length, found.every(({ path }) => path.startsWith('m2/'))]).toEqual([1001, true]);
    expect(found[0]!.missing).toEqual(['m2/x.aux']);
    await bench.db.deleteFrom('pending_builds').execute();
  });

  it('a job that ends after its entry was moved finds it', async () => {
    const entry = await waiting('a.tif');
    const job = await bench.processing(entry);
    await move('a.tif', 'b.tif');
    await bench.settle(job, { kind: 'failed', reason: 'no-space', message: 'full' });
    expect([await pendingPaths(), await stateOf(entry, 'b.tif')]).toEqual([['b.tif'], ['pending', 'a.tif.aux']]);
    const last = await bench.processing({ ...entry, path: 'b.tif' });
    await bench.settle(last, { kind: 'built' });
    // The marker of the old name does not bring it back.
    expect(await bench.markerPaths()).toEqual(['a.tif']);
    await bench.sweep();
    expect([await pendingPaths(), await bench.markerPaths(), await bench.controls()]).toEqual([[], [], undefined]);
  });

  it('ends with the last entry of its bytes; until then the other one waits in its place', async () => {
    const first = await waiting('a/a.tif');
    const second = await bench.addEntry('b/a.tif', { hash: first.hash });
    expect(await stateOf(second, 'b/a.tif')).toEqual(['pending', 'b/a.tif.aux']);
    await bench.removeEntry('a/a.tif');
    expect(await run()).toEqual({ enqueued: 1, skipped: 0 });
    expect([await pendingPaths(), await stateOf(second, 'b/a.tif')]).toEqual([['b/a.tif'], ['queued']]);
    await remove({ ...first, path: 'b/a.tif' });
    await bench.sweep();
    expect([await pendingPaths(), await bench.markerPaths(), await bench.controls(), bench.faults]).toEqual([
      [],
      [],
      undefined,
      [],
    ]);
  });

  it('its retries end with the last that waits: what waits later begins a chain of its own', async () => {
    const entry = await waiting('a.tif');
    await bench.db.updateTable('retry_controls').set({ state: 'exhausted', attempt: 12, job_id: null }).execute();
    await remove(entry);
    expect(await bench.controls()).toBeUndefined();
    const scheduled = await waiting('b.tif');
    expect(await bench.controls()).toMatchObject({ state: 'scheduled', attempt: 1 });
    await waiting('c.tif');
    await remove(scheduled);
    expect(await bench.controls()).toMatchObject({ state: 'scheduled', attempt: 1 });
    expect(await run()).toEqual({ enqueued: 1, skipped: 0 });
  });

  it('nothing of it stays of a dataset that is being removed', async () => {
    await waiting('a.tif');
    const job = await bench.processing(await bench.addEntry('b.tif'));
    const organization = await bench.db.selectFrom('datasets').select('organization_id as id').executeTakeFirst();
    await bench.db.updateTable('datasets').set({ organization_id: null }).execute();
    const tidy = await bench.db
      .transaction()
      .execute((transaction) => bench.observer.datasetsDeleted(transaction, [bench.datasetId]));
    await tidy();
    expect(await run()).toEqual({ enqueued: 0, skipped: 0 });
    await bench.settle(job, { kind: 'deferred', path: 'b.tif', missing: ['c'] });
    expect([await bench.markerFiles(), await pendingPaths()]).toEqual([[], ['a.tif']]);
    await bench.sweep();
    expect(await bench.markerFiles()).toEqual([]);
    await bench.db.updateTable('datasets').set({ organization_id: organization!.id }).execute();
  });

  it('the clean-up of outputs leaves the markers', async () => {
    await waiting('a.tif');
    const found: string[] = [];
    for await (const { version } of createOutputFolders(bench.buildFolder).olderThan(-1000)) found.push(version);
    expect(found).toEqual([]);
  });
});
