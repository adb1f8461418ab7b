import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../../test/support/databases.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';
import type { AskedBuild } from './build-queue.ts';
import { timesLeft } from './time-left.ts';

describeOnEveryDatabase('turns of builds', (environment) => {
  let bench: BuildBench;
  const later = randomUUID();
  beforeAll(async () => {
    bench = await openBench({ url: (await environment())['DATABASE_URL'] });
    const first = bench.db.selectFrom('datasets').where('id', '=', bench.datasetId);
    const { organization_id } = await first.select('organization_id').executeTakeFirstOrThrow();
    await bench.db.insertInto('datasets').values({ id: later, organization_id, slug: 'later' }).execute();
  }, 60_000);
  afterEach(() => bench.reset());
  afterAll(() => bench[Symbol.asyncDispose]());

  /** Asks for builds of new files of a dataset by one call. */
  const enqueue = async (datasetId: string, name: string, count: number, size = 0): Promise<void> => {
    const jobs: AskedBuild[] = [];
    for (let index = 0; index < count; index += 1) {
      const text = `${name}${index}${'x'.repeat(size)}`;
      const entry = await bench.addEntry(`${name}-${index}.tif`, { text });
      jobs.push({ ...entry, datasetId, userId: null });
    }
    const names = jobs.map(({ path }) => path);
    await bench.db.updateTable('entries').set({ dataset_id: datasetId }).where('path', 'in', names).execute();
    await bench.db.transaction().execute((transaction) => bench.buildQueue.enqueue(transaction, jobs));
  };

  it('gives the next files of a dataset turns behind its own, not behind those of others', async () => {
    await enqueue(bench.datasetId, 'a', 3);
    await enqueue(later, 'b', 1);
    await enqueue(bench.datasetId, 'c', 1);
    await enqueue(later, 'd', 1);
    const rows = await bench.db.selectFrom('jobs').select(['path', 'turn']).orderBy('path').execute();
    expect(rows.map(({ path, turn }) => [path, turn])).toEqual([
      ['a-0.tif', 0],
      ['a-1.tif', 1],
      ['a-2.tif', 2],
      ['b-0.tif', 0],
      ['c-0.tif', 3],
      ['d-0.tif', 1],
    ]);
  });

  it('puts large files into another queue than small ones', async () => {
    await enqueue(bench.datasetId, 'small', 1);
    await enqueue(bench.datasetId, 'large', 1, 2 ** 20);
    const classes = await bench.db.selectFrom('jobs').select(['path', 'build_class', 'turn']).orderBy('path').execute();
    expect(classes).toEqual([
      { path: 'large-0.tif', build_class: 'raster', turn: 0 },
      { path: 'small-0.tif', build_class: 'light', turn: 0 },
    ]);
  });

  it('estimates when builds end by those that ended, and says nothing where none has', async () => {
    await enqueue(bench.datasetId, 'wait', 2);
    const times = async (): Promise<(number | undefined)[]> => {
      const jobs = [...(await bench.jobsOf('wait-0.tif')), ...(await bench.jobsOf('wait-1.tif'))];
      const left = await timesLeft(bench.db, jobs, Date.now());
      return jobs.map(({ id }) => left.get(id));
    };
    expect(await times()).toEqual([undefined, undefined]);
    const ended = { dataset_id: bench.datasetId, tool_id: 'build', build_class: 'light', state: 'Succeeded' };
    await bench.db
      .insertInto('jobs')
      .values({
        ...ended,
        id: randomUUID(),
        outcome: 'built',
        processing_at: new Date(Date.now() - 30_000),
        succeeded_at: new Date(Date.now() - 10_000),
      })
      .execute();
    expect(await times()).toEqual([20, 40]);
    // The time left of a running build follows from its progress.
    const running = { processing_at: new Date(Date.now() - 60_000), state: 'Processing', progress: 75 };
    await bench.db.updateTable('jobs').set(running).where('path', '=', 'wait-0.tif').execute();
    expect(await times()).toEqual([20, 20]);
  });

  // The last one: from here on workers take what is enqueued.
  it('lets a dataset that comes later go on in turns with one that waits with many files', async () => {
    await enqueue(bench.datasetId, 'many', 6);
    await enqueue(later, 'few', 2);
    await bench.work();
    await bench.idle();
    expect(bench.attempts).toEqual(
      ['many-0', 'few-0', 'many-1', 'few-1', 'many-2', 'many-3', 'many-4', 'many-5'].map((name) => `${name}.tif`),
    );
  });
});
