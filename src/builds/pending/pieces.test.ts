import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../../../test/support/databases.ts';
import type { Database } from '../../database/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { QUEUE_OF } from '../jobs/build-queue.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';
import { settleStalePiece } from './places.ts';

/** Three pieces. */
const MANY = 1001;

describeOnOneDatabase('many builds that wait', (environment) => {
  let bench: BuildBench;
  /** Builds that were sent together, and the transaction in which they were. */
  let sent: { readonly builds: number; readonly transaction: string }[] = [];
  /** What happens beside the second piece. */
  let meanwhile: ((transaction: Database) => Promise<unknown>) | undefined;
  beforeAll(async () => {
    bench = await openBench({
      url: (await environment())['DATABASE_URL'],
      queue: (real) => ({
        ...real,
        async send(...call) {
          const [queue, ids, transaction] = call;
          if (queue === QUEUE_OF.light) {
            const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(transaction);
            if (sent.push({ builds: ids.length, transaction: rows[0]!.id }) === 2) await meanwhile?.(transaction);
          }
          return real.send(...call);
        },
      }),
    });
  });
  afterEach(async () => {
    [sent, meanwhile] = [[], undefined];
    await bench.reset();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  const wait = async (): Promise<void> => {
    await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth)
      select ${bench.datasetId}::uuid, i || '.tif', '', lpad(i::text, 64, '0'), ${EntryType.GeoRaster}::integer, 0, 0, 0
      from generate_series(1, ${MANY}::integer) i`.execute(bench.db);
    await sql`insert into pending_builds (dataset_id, path, hash, last_attempt)
      select dataset_id, path, hash, 'epoch' from entries where path <> 'first.tif'`.execute(bench.db);
  };
  /** @returns the id of a run that is due */
  const schedule = async (): Promise<string> => {
    await bench.attempted(await bench.addEntry('first.tif'), { kind: 'deferred', path: 'first.tif', missing: ['a'] });
    await bench.db.deleteFrom('pending_builds').where('path', '=', 'first.tif').execute();
    await wait();
    return (await bench.controls())!.jobId!;
  };
  const asked = async (): Promise<number> => {
    const jobs = bench.db
      .selectFrom('jobs')
      .select('id')
      .where('tool_id', '=', 'build')
      .where('state', '=', 'Enqueued');
    return (await jobs.execute()).length;
  };
  const pieces = () => sent.map(({ builds }) => builds);

  it('a run asks for them in transactions of their own, so that nobody waits for all of it', async () => {
    const jobId = await schedule();
    expect(await bench.coordinator.run(jobId)).toEqual({ enqueued: MANY, skipped: 0 });
    expect([pieces(), new Set(sent.map(({ transaction }) => transaction)).size]).toEqual([[500, 500, 1], 3]);
    const row = await bench.db
      .selectFrom('jobs')
      .select(['state', 'result'])
      .where('id', '=', jobId)
      .executeTakeFirst();
    expect(row).toEqual({ state: 'Succeeded', result: { enqueued: MANY, skipped: 0 } });
    expect(await bench.controls()).toMatchObject({ attempt: 2, state: 'scheduled' });
  });

  it('a run that met a fault keeps what it has done, and skips that when it is made again', async () => {
    const jobId = await schedule();
    const before = await bench.controls();
    meanwhile = () => Promise.reject(new Error('The queue is away'));
    await expect(bench.coordinator.run(jobId)).rejects.toThrow('The queue is away');
    expect([await asked(), await bench.controls()]).toEqual([500, before]);
    expect(await bench.coordinator.run(jobId)).toEqual({ enqueued: MANY - 500, skipped: 500 });
    expect([await asked(), (await bench.controls())!.attempt]).toEqual([MANY, 2]);
  });

  it('a run ends behind the piece in which it was told to', async () => {
    const jobId = await schedule();
    const before = await bench.controls();
    const stopping = new AbortController();
    meanwhile = () => Promise.resolve(stopping.abort(new Error('The worker is stopping')));
    await expect(bench.coordinator.run(jobId, stopping.signal)).rejects.toThrow('is stopping');
    expect([await asked(), await bench.controls()]).toEqual([1000, before]);
  });

  it('a run ends where another chain took the place of its own', async () => {
    const jobId = await schedule();
    const other = '11111111-2222-4333-8444-555555555555';
    meanwhile = (transaction) => transaction.updateTable('retry_controls').set({ job_id: other }).execute();
    expect(await bench.coordinator.run(jobId)).toEqual({ enqueued: 1000, skipped: 0 });
    expect([await asked(), (await bench.controls())!.jobId]).toEqual([1000, other]);
    expect(await bench.db.selectFrom('jobs').select('state').where('id', '=', jobId).execute()).toEqual([
      { state: 'Deleted' },
    ]);
  });

  it('a sweep asks for them in pieces as well; what a fault leaves is for the run that it has scheduled', async () => {
    await wait();
    meanwhile = () => Promise.reject(new Error('The queue is away'));
    await expect(bench.coordinator.reopen(bench.datasetId)).rejects.toThrow('The queue is away');
    const { jobId, attempt } = (await bench.controls())!;
    expect([await asked(), attempt]).toEqual([500, 2]);
    expect(await bench.coordinator.run(jobId!)).toEqual({ enqueued: MANY - 500, skipped: 500 });
    expect(new Set(sent.map(({ transaction }) => transaction)).size).toBe(sent.length);
  });

  it('what waits of entries that are gone is settled in pieces: another entry of the bytes waits in its place', async () => {
    await wait();
    await bench.db.deleteFrom('entries').execute();
    await bench.addEntry('heir.tif', { hash: '1'.padStart(64, '0') });
    const settle = (after?: string) =>
      bench.db.transaction().execute((transaction) => settleStalePiece(transaction, bench.datasetId, after));
    const first = await settle();
    expect([first.gone.length, first.end]).toEqual([
      500,
      first.gone
        .map(({ path }) => path)
        .toSorted()
        .at(-1),
    ]);
    expect((await settle(first.end)).gone).toHaveLength(500);
    expect(await bench.sweep()).toMatchObject({ pendingBuilds: 1, jobsEnqueued: 1 });
    expect((await bench.pending()).map(({ path }) => path)).toEqual(['heir.tif']);
  });
});
