import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Engine, createEngine } from '../engine.ts';
import { type BadHabit, isRunning, writeProgram } from '../testing/programs.ts';
import { collectGarbage } from '../../geodata/collect-garbage.ts';
import { gdalPrograms } from '../../geodata/gdal-programs.ts';
import { debianProgram, type Program } from './supervised-program.ts';
import type { RunOptions, RunResult } from './run.ts';

const alive = (pid: number): boolean => isRunning(pid, (path) => readFileSync(path, 'latin1'));

let folder: string;
let engine: Engine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-programs-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await engine.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(habit: BadHabit, options: RunOptions = {}): Promise<RunResult> {
  await writeProgram(folder, habit);
  // The scripts use the system's tools and this very Node.
  const programPath = [folder, dirname(process.execPath)].join(delimiter);
  engine = createEngine({ children: 1, callTimeoutMs: 1000, memoryLimitBytes: 75 * 2 ** 20, programPath });
  return engine.run(gdalPrograms.gdalwarp, ['a', 'b'], { timeoutMs: 10_000, ...options });
}

/** Aborts as soon as the program says something. */
function abortOnOutput(): { signal: AbortSignal; onLine: (line: string) => void; lines: string[] } {
  const controller = new AbortController();
  const lines: string[] = [];
  const onLine = (line: string): void => {
    lines.push(line);
    if (line.startsWith('0')) controller.abort();
  };
  return { signal: controller.signal, onLine, lines };
}

describe('a program', () => {
  it('reports its progress, rising to 100', async () => {
    const percents: number[] = [];
    const { output, durationMs } = await run('progress', { onProgress: (percent) => void percents.push(percent) });
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
    expect(percents.length).toBeGreaterThan(5);
    expect(output.join('')).toContain('100 - done.');
    expect(durationMs).toBeGreaterThan(0);
  });

  it('gives way with what it starts, where it is told to', async () => {
    await writeProgram(folder, 'niceness');
    const programPath = [folder, dirname(process.execPath)].join(delimiter);
    const own = getPriority();
    const limits = { children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 28, programPath };
    engine = createEngine({ ...limits, programNiceness: own + 3 });
    const { output } = await engine.run(gdalPrograms.gdalwarp, [String(own)], { timeoutMs: 10_000 });
    expect(output.map(Number)).toEqual([own + 3, own + 3]);
  });

  it('that floods its output is read to the end, and only the end is kept', async () => {
    const { output } = await run('flood');
    expect(output).toHaveLength(100);
    expect(output.at(-1)).toBe('last');
  });

  it('that never ends its line does not fill the memory', async () => {
    const held = (): number => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = held();
    const found: number[] = [];
    const watch = setInterval(() => found.push(held() - before), 100);
    await expect(run('endless', { timeoutMs: 1000 })).rejects.toMatchObject({ code: 'timeout' });
    clearInterval(watch);
    expect(Math.max(...found)).toBeLessThan(50 * 2 ** 20);
  });

  it.each([
    ['hang', { timeoutMs: 300 }, 'timeout'],
    ['hang', { idleTimeoutMs: 300 }, 'idle-timeout'],
    ['silent', { idleTimeoutMs: 600 }, 'idle-timeout'],
    // Silent, but at work: only the time for the whole ends it. A busy machine may give it nothing for most of a second.
    ['busy', { idleTimeoutMs: 2000, timeoutMs: 5000 }, 'timeout'],
    ['closed', { idleTimeoutMs: 300 }, 'idle-timeout'],
    ['multiplying', { timeoutMs: 600 }, 'timeout'],
    // Nothing can be stored there.
    ['full-and-well', { temporaryFolder: '/proc' }, 'no-space'],
    ['stubborn', { timeoutMs: 300 }, 'timeout'],
    ['eat', {}, 'memory'],
    ['fail', {}, 'failed'],
    ['full', {}, 'no-space'],
    ['bad-disk', {}, 'ended'],
    ['fault-of-machine', {}, 'ended'],
    ['killed', {}, 'crashed'],
    ['stopped', {}, 'ended'],
  ] as const)('that does this: %s (%o) is reported as %s', async (habit, options, code) => {
    await expect(run(habit, options)).rejects.toMatchObject({ name: 'EngineError', code, descendantsTerminated: true });
  });

  it('that ends well is believed where the disk is not full, and so is one that only prints names', async () => {
    const { output } = await run('full-and-well', { temporaryFolder: folder });
    expect(output.join()).toContain('199');
    await expect(run('named-full')).rejects.toMatchObject({ code: 'failed' });
  });

  it('that ends well has read all it needed, whatever it said of the disk', async () => {
    await expect(run('bad-disk-and-well')).resolves.toMatchObject({ output: ['Warning 1: Layer Input/output error'] });
  });

  it('is ended with all its descendants when aborted, also one in a session of its own', async () => {
    const watch = abortOnOutput();
    await expect(run('family', watch)).rejects.toMatchObject({ code: 'aborted', descendantsTerminated: true });
    const pids = (watch.lines[0] ?? '').split(' ').map(Number);
    expect(pids).toHaveLength(2);
    expect(pids.map(alive)).toEqual([false, false]);
  });

  it('may be given less memory than others', async () => {
    const failure = { code: 'memory', message: expect.stringContaining('more than 60 MB') as unknown };
    await expect(run('eat', { memoryLimitBytes: 60 * 2 ** 20 })).rejects.toMatchObject(failure);
  });

  it('leaves nothing running when it ends by itself', async () => {
    const { output } = await run('orphan');
    expect(alive(Number(output[0]?.split(' ')[1]))).toBe(false);
  });

  it('leaves nothing running, not even what went away and lost its parent at once', async () => {
    const { output } = await run('orphan-away');
    expect(alive(Number(output[0]?.split(' ')[1]))).toBe(false);
  });

  it('that closes its output is waited for all the same', async () => {
    const { durationMs, output } = await run('closed');
    expect([durationMs >= 1000, output]).toEqual([true, []]);
  });

  it.each([
    ['that is nearly full', 'no-space', 2 ** 60, '.'],
    ['with room', 'timeout', 1, '.'],
    ['of any kind, where none is to be left', 'timeout', 0, '.'],
    ['that cannot be asked', 'ended', 1, 'nowhere'],
    ['nobody named', 'timeout', 2 ** 60, null],
  ] as const)(
    'that writes to a disk %s is ended by %s (%i bytes to be left)',
    async (_, code, programMinFreeBytes, place) => {
      await writeProgram(folder, 'hang');
      const programPath = [folder, dirname(process.execPath)].join(delimiter);
      engine = createEngine({
        children: 1,
        callTimeoutMs: 1000,
        memoryLimitBytes: 2 ** 27,
        programPath,
        programMinFreeBytes,
      });
      const timeoutMs = code === 'timeout' ? 1000 : 30_000;
      const options = { timeoutMs, ...(place === null ? {} : { temporaryFolder: join(folder, place) }) };
      const failure = { name: 'EngineError', code, descendantsTerminated: true };
      await expect(engine.run(gdalPrograms.gdalwarp, ['a', 'b'], options)).rejects.toMatchObject(failure);
    },
  );

  it('gives no sign of life by the engine’s own idle time, unless told otherwise', async () => {
    await writeProgram(folder, 'silent');
    const programPath = [folder, dirname(process.execPath)].join(delimiter);
    const limits = { children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 27, programIdleTimeoutMs: 300 };
    engine = createEngine({ ...limits, programPath });
    await expect(engine.run(gdalPrograms.gdalwarp, ['a', 'b'])).rejects.toMatchObject({ code: 'idle-timeout' });
  });

  it('is ended when the engine is closed', async () => {
    const ended = run('hang').catch((error: unknown) => error);
    await new Promise((resolve) => void setTimeout(resolve, 300));
    await engine.close();
    expect(await ended).toMatchObject({ code: 'aborted', descendantsTerminated: true });
  });

  it('does not see the server’s environment', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://user:password@host/db');
    const { output } = await run('environment');
    expect(output.join('\n')).not.toContain('password');
  });

  it('is there as soon as it is installed, or where something stands in for it', async () => {
    const name = 'later-installed';
    const program = debianProgram(name, 'some-package');
    engine = createEngine({ children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 28, programPath: folder });
    expect([await engine.has(program), await engine.has(gdalPrograms.gdal_translate)]).toEqual([false, true]);
    await writeFile(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
    expect(await engine.has(program)).toBe(true);
  });

  it('of a name that is not GDAL’s is refused; one without a stand-in is missing', async () => {
    engine = createEngine({ children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 28, programPath: '' });
    await expect(engine.run('rm' as unknown as Program, ['-rf', folder])).rejects.toMatchObject({
      code: 'refused',
      descendantsTerminated: true,
    });
    await expect(engine.run(debianProgram('gdalbuildvrt', 'gdal-bin'), [])).rejects.toMatchObject({
      code: 'missing-program',
      descendantsTerminated: true,
    });
    const signal = AbortSignal.abort();
    await expect(engine.run(gdalPrograms.gdalwarp, [], { signal })).rejects.toMatchObject({
      code: 'aborted',
      descendantsTerminated: true,
    });
  });

  it('stood in for by the library fails as a program does', async () => {
    engine = createEngine({ children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 28, programPath: '' });
    const failure = await engine
      .run(gdalPrograms.gdal_translate, ['-if', 'GTiff', 'nowhere', 'x.tif'])
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'failed', output: [expect.stringContaining('ERROR 1: ')] });
  });
});
