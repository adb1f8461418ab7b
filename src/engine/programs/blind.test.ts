import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Engine, createEngine } from '../engine.ts';
import { gdalPrograms } from '../../geodata/gdal-programs.ts';
import type * as ProcessTree from '../process-tree.ts';
import { type BadHabit, isRunning, writeProgram } from '../testing/programs.ts';

/** A machine that has no file descriptor left cannot list its processes. */
const blind = vi.hoisted(() => ({ now: false, laterMs: 0 }));
vi.mock('../process-tree.ts', async (original) => {
  const real = await original<typeof ProcessTree>();
  const listProcesses: typeof real.listProcesses = () =>
    blind.now ? Promise.reject(new Error('EMFILE: too many open files')) : listLater(real.listProcesses);
  return { ...real, listProcesses };
});

/** It may also be so slow that a look takes longer than there is time. */
const machineNow = Date.now;
let passedMs = 0;
function listLater(list: typeof ProcessTree.listProcesses): ReturnType<typeof list> {
  passedMs += blind.laterMs;
  return list();
}

let folder: string;
let engine: Engine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-blind-'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  Object.assign(blind, { now: false, laterMs: 0 });
  await engine.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The outcome of a program during which the processes can no longer be listed, and the processes it told of. */
async function runBlind(habit: BadHabit): Promise<{ readonly outcome: unknown; readonly pids: readonly number[] }> {
  await writeProgram(folder, habit);
  const programPath = [folder, dirname(process.execPath)].join(delimiter);
  engine = createEngine({ children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 28, programPath });
  const pids: number[] = [];
  const onLine = (line: string): void => {
    blind.now = true;
    if (/^\d+ \d+$/.test(line)) pids.push(...line.split(' ').map(Number));
  };
  const outcome: unknown = await engine
    .run(gdalPrograms.gdalwarp, ['a', 'b'], { timeoutMs: 10_000, onLine })
    .catch((error: unknown) => error);
  return { outcome, pids };
}

describe('a program whose processes cannot be watched any more', () => {
  it('is ended, and says so', async () => {
    const { outcome, pids } = await runBlind('family');
    expect(outcome).toMatchObject({ name: 'EngineError', code: 'ended', descendantsTerminated: false });
    const [outsider = 0, program = 0] = pids;
    await vi.waitFor(() => expect(isRunning(program, (path) => readFileSync(path, 'latin1'))).toBe(false));
    process.kill(outsider, 'SIGKILL'); // in a session of its own: nobody could see it
  });

  it('and that ends by itself is done, without an error that nobody catches', async () => {
    const { outcome } = await runBlind('fail');
    expect(outcome).toMatchObject({ name: 'EngineError', code: 'failed', descendantsTerminated: false });
  });
});

it('H-4 kills a program that ignores its end also where a look at the processes takes longer than the time for that', async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => machineNow() + passedMs);
  await writeProgram(folder, 'stubborn');
  const programPath = [folder, dirname(process.execPath)].join(delimiter);
  engine = createEngine({ children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 28, programPath });
  const aborted = new AbortController();
  const onLine = (): void => {
    blind.laterMs = 60_000;
    aborted.abort();
  };
  const run = engine.run(gdalPrograms.gdalwarp, ['a', 'b'], { signal: aborted.signal, onLine });
  await expect(run).rejects.toMatchObject({ code: 'aborted', descendantsTerminated: true });
});
