import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../../test/support/databases.ts';
import { consumesMarker, type BuildOutcome } from '../attempts/outcome.ts';
import type { BuildFailureReason } from '../outputs/index.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';

const failed = (reason: BuildFailureReason): BuildOutcome => ({ kind: 'failed', reason, message: `It is ${reason}.` });
const deferred = (...missing: string[]): BuildOutcome => ({ kind: 'deferred', path: 'a.tif', missing });

/** The table of docs/builds.md: what becomes of an entry that waited already, and of one that did not. */
interface Row {
  readonly name: string;
  readonly outcome: BuildOutcome;
  readonly state: 'Succeeded' | 'Failed';
  readonly waited: 'written' | 'renewed' | 'untouched' | 'consumed';
  /** Whether a fresh one waits then, and is tried again. */
  readonly fresh: 'waits' | 'none';
}
const PASSING = ['low-space', 'no-space', 'idle-timeout', 'fault'] as const;
const FINAL = ['invalid-input', 'dependency-outside', 'missing-tool', 'tool-failed', 'timeout', 'memory'] as const;
const TABLE: readonly Row[] = [
  { name: 'built', outcome: { kind: 'built' }, state: 'Succeeded', waited: 'consumed', fresh: 'none' },
  { name: 'complete already', outcome: { kind: 'complete' }, state: 'Succeeded', waited: 'consumed', fresh: 'none' },
  { name: 'companion missing', outcome: deferred('b.prj'), state: 'Succeeded', waited: 'written', fresh: 'waits' },
  { name: 'lock held', outcome: { kind: 'contended' }, state: 'Succeeded', waited: 'untouched', fresh: 'none' },
  { name: 'superseded', outcome: { kind: 'superseded' }, state: 'Succeeded', waited: 'untouched', fresh: 'none' },
  ...PASSING.map((reason): Row => ({
    name: reason,
    outcome: failed(reason),
    state: 'Failed',
    waited: 'renewed',
    fresh: 'none',
  })),
  ...FINAL.map((reason): Row => ({
    name: reason,
    outcome: failed(reason),
    state: 'Failed',
    waited: 'consumed',
    fresh: 'none',
  })),
];

describeOnEveryDatabase('outcomes of builds', (environment) => {
  let bench: BuildBench;
  beforeAll(async () => {
    bench = await openBench({ url: (await environment())['DATABASE_URL'] });
  });
  afterEach(() => bench.reset());
  afterAll(() => bench[Symbol.asyncDispose]());

  const seconds = (): number => Math.floor(bench.clock.now() / 1000);

  it.each(TABLE)('$name: what waited is $waited', async ({ outcome, state, waited }) => {
    const entry = await bench.addEntry('a.tif');
    await bench.attempted(entry, deferred('a.prj', 'a.tfw'));
    const [before, chain] = [seconds(), await bench.controls()];
    await bench.clock.setTime(bench.clock.now() + 90_000);
    const job = await bench.attempted(entry, outcome);
    expect([job.state, job.error]).toEqual([state, outcome.kind === 'failed' ? outcome.message : null]);
    expect(job.outcome).toBe(outcome.kind === 'failed' ? outcome.reason : outcome.kind);
    expect(consumesMarker(job.outcome)).toBe(waited === 'consumed');

    const marker = {
      hash: entry.hash,
      path: 'a.tif',
      missingDependencies: waited === 'written' ? ['b.prj'] : ['a.prj', 'a.tfw'],
      lastAttempt: waited === 'untouched' ? before : before + 90,
    };
    expect(await bench.markerFiles()).toEqual(waited === 'consumed' ? [] : [marker]);
    expect((await bench.pending()).map(({ path, missing }) => ({ path, missing }))).toEqual(
      waited === 'consumed' ? [] : [{ path: 'a.tif', missing: marker.missingDependencies }],
    );
    // The chain lives on as it was, and ends with what waits.
    expect(await bench.controls()).toEqual(waited === 'consumed' ? undefined : chain);
    expect(bench.faults).toEqual([]);
  });

  it.each(TABLE)('$name: of what did not wait, $fresh', async ({ outcome, state, fresh }) => {
    const job = await bench.attempted(await bench.addEntry('a.tif'), outcome);
    expect(job.state).toBe(state);
    const count = fresh === 'waits' ? 1 : 0;
    expect([(await bench.markerFiles()).length, (await bench.pending()).length]).toEqual([count, count]);
    const chain = (await bench.controls()) ?? { attempt: 0, epoch: 0, state: 'none' };
    expect([chain.attempt, chain.epoch, chain.state]).toEqual(fresh === 'waits' ? [1, 1, 'scheduled'] : [0, 0, 'none']);
  });

  it.each(['contended', 'superseded'] as const)('asks again for a build that ended as %s', async (kind) => {
    const entry = await bench.addEntry('a.tif');
    const left = await bench.attempted(entry, { kind });
    const [again, ...others] = await bench.jobsOf('a.tif');
    expect([again!.state, others.map(({ id }) => id)]).toEqual(['Enqueued', [left.id]]);
    await bench.attempted(await bench.addEntry('gone.tif'), { kind: 'built' });
    await bench.removeEntry('gone.tif');
    await bench.attempted({ path: 'gone.tif', hash: '0'.repeat(64), companions: '' }, { kind });
    expect((await bench.jobsOf('gone.tif')).map((job) => job.state)).toEqual(['Succeeded', 'Succeeded']);
  });

  it('leaves what waits to the job that was asked for since: the key of its entry is another one', async () => {
    const entry = await bench.addEntry('a.tif', { companions: 'new' });
    const job = await bench.attempted({ ...entry, companions: 'old' }, deferred('a.prj'));
    expect([job.state, await bench.pending(), await bench.markerFiles()]).toEqual(['Succeeded', [], []]);
  });

  const LATE = [{ kind: 'built' }, { kind: 'complete' }, failed('tool-failed'), failed('no-space')] as const;
  it.each(LATE)('a late end of an older key leaves what waits by now: $kind $reason', async (outcome) => {
    const entry = await bench.addEntry('a.tif', { companions: 'new' });
    await bench.attempted(entry, deferred('a.prj'));
    const all = async () => [await bench.pending(), await bench.markerFiles(), await bench.controls()];
    const before = await all();
    await bench.clock.setTime(bench.clock.now() + 90_000);
    const old = { ...entry, companions: 'old' };
    expect(await bench.attempted(old, outcome)).toMatchObject({ state: 'Succeeded', outcome: 'superseded' });
    expect(await all()).toEqual(before);
    // Another entry has the older key still: the verdict is about that one.
    await bench.addEntry('b/a.tif', old);
    const { state } = await bench.attempted(old, outcome);
    expect([state, await all()]).toEqual([outcome.kind === 'failed' ? 'Failed' : 'Succeeded', before]);
  });

  it('a job that was deleted has no say', async () => {
    const job = await bench.processing(await bench.addEntry('a.tif'));
    await bench.db.updateTable('jobs').set({ state: 'Deleted' }).where('id', '=', job.id).execute();
    await bench.settle(job, deferred('a.prj'));
    expect([(await bench.job(job.id)).state, await bench.pending(), await bench.markerFiles()]).toEqual([
      'Deleted',
      [],
      [],
    ]);
  });

  it('what waits for two entries of the same bytes is consumed by the build of one', async () => {
    const [first, second] = [await bench.addEntry('a.tif'), await bench.addEntry('b/a.tif', { hash: '1'.repeat(64) })];
    const third = await bench.addEntry('c/a.tif', { hash: second.hash });
    await bench.attempted(first, deferred('a.prj'));
    await bench.attempted(second, { kind: 'deferred', path: 'b/a.tif', missing: ['b/a.prj'] });
    await bench.attempted(third, { kind: 'deferred', path: 'c/a.tif', missing: ['c/a.prj'] });
    await bench.attempted(third, { kind: 'built' });
    expect((await bench.pending()).map(({ path }) => path)).toEqual(['a.tif']);
    expect((await bench.markerFiles()).map(({ path }) => path)).toEqual(['a.tif']);
  });
});
