import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../../../test/support/databases.ts';
import { BuildFailure } from '../outputs/index.ts';
import { openBench, type BenchEntry, type BuildBench } from '../testing/build-bench.ts';
import { MAX_RUNS } from './schedule.ts';

const MINUTE_MS = 60_000;
const diskFull = (): never => {
  throw new BuildFailure('no-space', 'The disk is full.');
};

describeOnOneDatabase('rules of pending builds', (environment) => {
  let bench: BuildBench;
  /** Thrown by the next sends to the queue. */
  let queueFault: Error | undefined;
  beforeAll(async () => {
    bench = await openBench({
      url: (await environment())['DATABASE_URL'],
      optional: true,
      queue: (real) => ({
        ...real,
        send: (...call) => (queueFault === undefined ? real.send(...call) : Promise.reject(queueFault)),
      }),
    });
    await bench.work();
  });
  afterEach(async () => {
    queueFault = undefined;
    await bench.reset();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  /** An entry that waits, and goes on to as long as its disk is full. */
  const waiting = async (path = 'a.tif'): Promise<BenchEntry> => {
    const entry = await bench.addEntry(path);
    bench.scripts.set(path, diskFull);
    await bench.attempted(entry, { kind: 'deferred', path, missing: ['a.prj'] });
    return entry;
  };
  const passUntilNextRun = async (): Promise<void> => {
    const { nextRunAt } = (await bench.controls())!;
    await bench.pass((nextRunAt!.getTime() - bench.clock.now()) / MINUTE_MS);
  };
  const spend = async (): Promise<void> => {
    while ((await bench.controls())?.state === 'scheduled') await passUntilNextRun();
  };
  const reports = async (): Promise<unknown[]> => {
    const rows = await bench.db
      .selectFrom('jobs')
      .select(['state', 'result'])
      .where('tool_id', '=', 'build-pending')
      .orderBy('scheduled_at')
      .execute();
    return rows.map(({ state, result }) => ({ state, ...result }));
  };

  it('rule 1: a run asks for what waits for 60 seconds and is not being built, and counts both', async () => {
    await waiting('old.tif');
    await bench.clock.setTime(bench.clock.now() + 30_000);
    await waiting('young.tif');
    const active = await waiting('active.tif');
    await bench.processing({ ...active, companions: 'other' });
    const { jobId, nextRunAt } = (await bench.controls())!;
    await bench.clock.setTime(nextRunAt!);
    expect(await bench.coordinator.run(jobId!)).toEqual({ enqueued: 1, skipped: 2 });
    const outcomes = async () => {
      await bench.clock.tick(100);
      return (await bench.jobsOf('old.tif')).map(({ outcome }) => outcome);
    };
    await expect.poll(outcomes, { timeout: 30_000 }).toEqual(['no-space', 'deferred']);
    expect(await bench.jobsOf('young.tif')).toHaveLength(1);
  });

  it('rule 2: who has the lock of a key owns its output; an attempt beside him builds nothing and is made again', async () => {
    const entry = await waiting();
    bench.scripts.clear();
    const before = await bench.markerFiles();
    const lock = await bench.database.locks.tryTake(`build ${bench.datasetId} ${entry.hash}:`);
    const job = await bench.enqueue(entry);
    try {
      await expect.poll(async () => (await bench.job(job.id)).outcome, { timeout: 30_000 }).toBe('contended');
      expect([bench.attempts, await bench.markerFiles()]).toEqual([[], before]);
    } finally {
      await lock!.release();
    }
    await bench.pass(1.1);
    expect([bench.attempts, await bench.markerFiles()]).toEqual([['a.tif'], []]);
  });

  it('rule 3: of two runs at once, beside a sweep, one is the run that was to come', async () => {
    await waiting();
    const { jobId } = (await bench.controls())!;
    await bench.clock.setTime(bench.clock.now() + MINUTE_MS);
    const both = await Promise.all([bench.coordinator.run(jobId!), bench.coordinator.run(jobId!), bench.sweep()]);
    expect(both.slice(0, 2)).toContainEqual({ enqueued: 1, skipped: 0 });
    expect(both.slice(0, 2)).toContainEqual({ enqueued: 0, skipped: 0 });
    expect(await bench.controls()).toMatchObject({ attempt: 2, epoch: 1 });
    expect(await bench.jobsOf('a.tif')).toHaveLength(2);
  });

  it('rule 4: a send that fails is a failure, and nothing of the run has happened', async () => {
    await waiting();
    const before = await bench.controls();
    await bench.clock.setTime(bench.clock.now() + MINUTE_MS);
    queueFault = new Error('The queue is away');
    await expect(bench.coordinator.run(before!.jobId!)).rejects.toThrow('The queue is away');
    await expect(bench.enqueue(await bench.addEntry('b.tif'))).rejects.toThrow('The queue is away');
    const fresh = await bench.processing(await bench.addEntry('c.tif'));
    await bench.db.deleteFrom('retry_controls').execute();
    await expect(bench.settle(fresh, { kind: 'deferred', path: 'c.tif', missing: [] })).rejects.toThrow('is away');
    expect([(await bench.job(fresh.id)).state, await bench.controls()]).toEqual(['Processing', undefined]);
    expect([await bench.jobsOf('b.tif'), (await bench.pending()).length]).toEqual([[], 1]);
    await bench.db.deleteFrom('jobs').where('id', '=', fresh.id).execute();
    queueFault = undefined;
    expect((await bench.sweep()).jobsEnqueued).toBe(1);
    await bench.idle();
  });

  it('rule 5: what waits keeps its marker until the attempt has ended, then with a new time and the same hints', async () => {
    const entry = await waiting();
    const seen: unknown[] = [];
    bench.scripts.set('a.tif', async () => {
      seen.push(...(await bench.markerFiles()));
      diskFull();
    });
    const [before] = await bench.markerFiles();
    await bench.pass(1);
    const [after] = await bench.markerFiles();
    expect(seen).toEqual([before]);
    const later = (after!['lastAttempt'] as number) - (before!['lastAttempt'] as number);
    expect([later >= 60 && later <= 62, { ...after, lastAttempt: 0 }]).toEqual([true, { ...before, lastAttempt: 0 }]);
    expect((await bench.jobsOf(entry.path))[0]).toMatchObject({ state: 'Failed', outcome: 'no-space' });
  });

  it('rule 6: a build that fails for the first time leaves no marker, and is not tried again', async () => {
    const entry = await bench.addEntry('a.tif');
    bench.scripts.set('a.tif', diskFull);
    await bench.enqueue(entry);
    await bench.idle();
    expect([await bench.markerFiles(), await bench.pending(), await bench.controls()]).toEqual([[], [], undefined]);
    await bench.pass(600);
    expect(bench.attempts).toEqual(['a.tif']);
  });

  it('rule 7: a job whose path and hash do not wait begins no retries, whatever else waits in the dataset', async () => {
    const entry = await waiting();
    await bench.db.deleteFrom('retry_controls').execute();
    const full = { kind: 'failed', reason: 'no-space', message: 'The disk is full.' } as const;
    await bench.attempted(await bench.addEntry('b.tif'), full);
    await bench.attempted({ ...entry, hash: '9'.repeat(64) }, full);
    expect(await bench.controls()).toBeUndefined();
    await bench.attempted(entry, full);
    expect(await bench.controls()).toMatchObject({ attempt: 1, epoch: 1, state: 'scheduled' });
  });

  const reasons = [
    'invalid-input',
    'dependency-outside',
    'low-space',
    'no-space',
    'idle-timeout',
    'timeout',
    'memory',
    'tool-failed',
    'missing-tool',
  ] as const;
  it.each([
    ...reasons.map(
      (reason) => [reason, new BuildFailure(reason, `It is so: ${reason}.`), `It is so: ${reason}.`] as const,
    ),
    ['a fault', new TypeError('undefined is not a function'), 'The service failed; see its log.'] as const,
  ])(
    'rule 8: an output that may fail leaves a line in the log; the build has succeeded: %s',
    async (_, fault, words) => {
      bench.optionalScripts.set('a.tif', () => {
        throw fault;
      });
      const { id } = await bench.enqueue(await bench.addEntry('a.tif'));
      await bench.idle();
      expect(await bench.job(id)).toMatchObject({ state: 'Succeeded', outcome: 'built', error: null });
      const { log } = await bench.db.selectFrom('jobs').select('log').where('id', '=', id).executeTakeFirstOrThrow();
      expect(log.endsWith(`extra was left out: ${words}`)).toBe(true);
      const outputs = await bench.db.selectFrom('outputs').select('kind').execute();
      expect(outputs).toEqual([{ kind: 'cog' }]);
      expect(bench.faults).toEqual(fault instanceof BuildFailure ? [] : [fault]);
    },
  );

  it.each(['no-space', 'idle-timeout', 'tool-failed'] as const)(
    'rule 8: what waited does not any more when only an output that may fail has failed: %s',
    async (reason) => {
      const entry = await waiting();
      bench.scripts.clear();
      bench.optionalScripts.set('a.tif', () => {
        throw new BuildFailure(reason, 'It is so.');
      });
      await bench.enqueue(entry);
      await bench.idle();
      expect([await bench.markerFiles(), await bench.pending(), await bench.controls()]).toEqual([[], [], undefined]);
      // A file that is built is not built again for it.
      await bench.enqueue(entry);
      await bench.idle();
      expect((await bench.jobsOf('a.tif')).map(({ outcome }) => outcome)).toEqual(['complete', 'built', 'deferred']);
    },
  );

  it('rule 9: an epoch has 12 runs at growing distances; the sweep opens one more, also where nothing changed', async () => {
    await waiting();
    const begun = bench.clock.now();
    const at: number[] = [];
    for (let run = 1; run <= MAX_RUNS; run += 1) {
      const controls = (await bench.controls())!;
      expect([controls.attempt, controls.epoch, controls.state]).toEqual([run, 1, 'scheduled']);
      at.push(Math.round((controls.nextRunAt!.getTime() - begun) / MINUTE_MS));
      await passUntilNextRun();
      expect(bench.attempts).toHaveLength(run);
    }
    expect(at).toEqual([1, 3, 8, 18, 38, 78, 138, 198, 258, 318, 378, 438]);
    expect(await bench.controls()).toMatchObject({ state: 'exhausted', jobId: null, nextRunAt: null });
    expect(await reports()).toEqual(at.map(() => ({ state: 'Succeeded', enqueued: 1, skipped: 0 })));
    await bench.pass(600);
    expect(bench.attempts).toHaveLength(MAX_RUNS);

    expect(await bench.sweep()).toMatchObject({
      totalDatasets: 1,
      datasetsChecked: 1,
      jobsEnqueued: 1,
      jobsSkipped: 0,
    });
    await bench.idle();
    expect(await bench.controls()).toMatchObject({ state: 'scheduled', epoch: 2, attempt: 2 });
    // While a chain lives, a sweep leaves it alone.
    expect(await bench.sweep()).toMatchObject({ datasetsChecked: 0, datasetsSkipped: 1 });
    await spend();
    expect([bench.attempts.length, (await bench.controls())!.state]).toEqual([2 * MAX_RUNS, 'exhausted']);
  });

  it('rule 9: the sweep opens an epoch where the chain is missing, or names a run that the queue lost', async () => {
    const entry = await waiting();
    const lost = randomUUID();
    await bench.db.updateTable('retry_controls').set({ job_id: lost }).execute();
    expect(await bench.sweep()).toMatchObject({ datasetsChecked: 1 });
    const controls = (await bench.controls())!;
    expect([controls.epoch, controls.attempt, controls.jobId === lost]).toEqual([2, 2, false]);
    await bench.db.deleteFrom('retry_controls').execute();
    await bench.db.deleteFrom('pending_builds').execute();
    expect(await bench.sweep()).toMatchObject({ totalDatasets: 1, datasetsChecked: 1, pendingBuilds: 1 });
    expect(await bench.pending()).toMatchObject([{ path: entry.path, missing: ['a.prj'] }]);
    await bench.idle();
  });

  it('rule 10: changes of the dataset and of caches keep chain and budget; they end with the last marker', async () => {
    await waiting();
    await passUntilNextRun();
    const before = await bench.controls();
    await bench.db
      .updateTable('datasets')
      .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
      .execute();
    bench.database.changes.announce('files', bench.datasetId);
    await bench.sweep();
    expect(await bench.controls()).toEqual(before);
    await waiting('b.tif');
    expect(await bench.controls()).toEqual(before);

    bench.scripts.clear();
    await passUntilNextRun();
    expect([await bench.pending(), await bench.markerFiles(), await bench.controls()]).toEqual([[], [], undefined]);
    expect((await reports()).map((run) => (run as { state: string }).state)).toEqual([
      'Succeeded',
      'Succeeded',
      'Deleted',
    ]);
    await bench.pass(60);
    expect(await bench.controls()).toBeUndefined();
  });

  it('rule 10: malformed controls are replaced by one bounded epoch', async () => {
    await waiting();
    await bench.db.updateTable('retry_controls').set({ job_id: null, next_run_at: null, attempt: -7 }).execute();
    await bench.sweep();
    expect(await bench.controls()).toMatchObject({ attempt: 2, epoch: 2, state: 'scheduled' });
    await bench.idle();
  });

  it('rule 11: a run of another chain does nothing', async () => {
    await waiting();
    const stale = (await bench.controls())!.jobId!;
    const other = { coordinatorId: randomUUID(), epoch: 1, attempt: 4 };
    await bench.db
      .transaction()
      .execute((transaction) => bench.coordinator.restore(transaction, bench.datasetId, other));
    const controls = await bench.controls();
    expect(controls).toMatchObject({ ...other, attempt: 5 });
    expect(await bench.coordinator.run(stale)).toEqual({ enqueued: 0, skipped: 0 });
    expect(await bench.controls()).toEqual(controls);
    expect(await reports()).toContainEqual({ state: 'Deleted' });
    expect(await bench.jobsOf('a.tif')).toHaveLength(1);
  });
});
