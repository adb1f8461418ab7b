import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuildFailure } from '../../../builds/index.ts';
import { notedProcesses, type NotedProcesses } from '../../../builds/outputs/testing/noted-processes.ts';
import { ALONE } from '../../../builds/outputs/testing/output-request.ts';
import { STAND_IN, withStandIn } from '../../../builds/outputs/testing/stand-in.ts';
import { createEngine, EngineError } from '../../../engine/index.ts';
import { densePlane } from '../lod/testing/scenes.ts';
import { plyOf } from '../testing/encode-ply.ts';
import { radOutput } from './build.ts';

/** Long enough for a shell that starts on a busy machine. */
const IDLE_MS = 3000;
const output = withStandIn(radOutput);

let root: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'alidade-idle-'))));
afterAll(() => rm(root, { recursive: true, force: true }));

interface Ended {
  readonly failure: BuildFailure;
  /** Lines that came into the log. */
  readonly lines: number;
  readonly processes: NotedProcesses;
}

/** Builds with a script in place of the program. */
async function buildWith(script: string, signal = AbortSignal.timeout(60_000)): Promise<Ended> {
  const folder = await mkdtemp(join(root, 'build-'));
  const processes = notedProcesses(folder);
  await processes.write(STAND_IN, script);
  const [source, scratch] = [join(folder, 'blob'), join(folder, 'scratch')];
  await writeFile(source, plyOf(densePlane(100)));
  await mkdir(scratch);
  const engine = createEngine({
    children: 1,
    callTimeoutMs: 20_000,
    memoryLimitBytes: 2 ** 29,
    programIdleTimeoutMs: IDLE_MS,
    programPath: [folder, process.env['PATH']].join(delimiter),
  });
  let lines = 0;
  const built = output.build({
    ...ALONE,
    source,
    name: 'scan.ply',
    size: (await stat(source)).size,
    scratch,
    engine,
    signal,
    report: () => undefined,
    log: () => void (lines += 1),
  });
  const failure = await built.catch((error: unknown) => error);
  await engine.close();
  expect(failure).toBeInstanceOf(BuildFailure);
  expect(await readdir(scratch)).toEqual(['request.json']);
  return { failure: failure as BuildFailure, lines, processes };
}

/** Checks that this number of processes noted themselves, and that none of them still runs. */
async function expectNoneLeft({ processes }: Ended, noted: number): Promise<void> {
  expect(await processes.ids()).toHaveLength(noted);
  expect(await processes.running()).toEqual([]);
}

const saysNoneIsLeft = ({ failure }: Ended): boolean | undefined =>
  failure.cause instanceof EngineError ? failure.cause.descendantsTerminated : undefined;

/** A child in a session of its own, which does not listen. The shell waits until it has noted itself. */
const CHILD = `
setsid sh -c 'trap "" TERM HUP; eval "$NOTE"; exec sleep 300' &
until [ "$(wc -l < "$(dirname "$0")/pids")" -ge 2 ]; do sleep 0.02; done`;

describe('a build of splats whose runner', () => {
  // Together, as each waits most of its time.
  it.concurrent.each([
    ['is silent', 'exec sleep 300', 1],
    ['says how far it is, and hangs', 'printf "0...10...20"; exec sleep 300', 1],
    ['closes its output, and hangs', 'exec >&- 2>&-; exec sleep 300', 1],
    ['ignores TERM', "trap '' TERM; exec sleep 300", 1],
    ['has a child that left its group and ignores TERM, and hangs', `${CHILD}\nexec sleep 300`, 2],
    ['floods its output, and hangs', 'yes "a word about nothing" | head -c 5000000; exec sleep 300', 1],
  ])('%s is ended as idle', async (_, script, noted) => {
    const ended = await buildWith(script);
    expect([ended.failure.reason, ended.failure.message, saysNoneIsLeft(ended)]).toEqual([
      'idle-timeout',
      expect.stringMatching(/gave no sign of life for 3000 ms and was ended/),
      true,
    ]);
    await expectNoneLeft(ended, noted);
  });

  it.concurrent('fails and leaves a child behind fails as a tool does', async () => {
    const ended = await buildWith(`${CHILD}\necho "ERROR 1: no more" >&2; exit 3`);
    expect([ended.failure.reason, ended.failure.message, saysNoneIsLeft(ended)]).toEqual([
      'tool-failed',
      expect.stringMatching(/no more/),
      true,
    ]);
    await expectNoneLeft(ended, 2);
  });

  it.concurrent('ends well, made nothing and leaves a child behind fails as a tool does', async () => {
    const ended = await buildWith(`${CHILD}\nexit 0`);
    expect(ended.failure).toMatchObject({ reason: 'tool-failed', message: expect.stringContaining('wrote no output') });
    await expectNoneLeft(ended, 2);
  });

  it('floods its output without end goes on until its time is over, while the service answers', async () => {
    const over = new AbortController();
    const flood = buildWith('yes "a word about nothing" & exec yes "another" >&2', over.signal);
    const longest = await longestTurn(2 * IDLE_MS);
    over.abort();
    const ended = await flood;
    // The time limit is a signal; the worker, which made it, tells it from a cancelled build.
    expect([ended.failure.reason, saysNoneIsLeft(ended)]).toEqual(['aborted', true]);
    expect(ended.lines).toBeGreaterThan(1000);
    expect(longest).toBeLessThan(1000);
    await expectNoneLeft(ended, 1);
  });
});

/** Milliseconds of the longest turn of the event loop in some time. */
async function longestTurn(forMs: number): Promise<number> {
  const end = performance.now() + forMs;
  let longest = 0;
  for (let last = performance.now(); last < end;) {
    await turn();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}
