import { spawn } from 'node:child_process';
import { EngineError, type EngineErrorCode } from '../engine-error.ts';
import type { Watchdog } from '../watchdog.ts';
import { createLineRing } from './line-ring.ts';
import type { Launch } from './locate.ts';
import { createProgressReader } from './progress.ts';
import { type ProcessTree, watchTree } from './supervise.ts';

/** How often the tree of a program is weighed: listing processes costs a millisecond. */
const WEIGH_EVERY_MS = 250;
/** Day-long conversions exist; nothing of ours takes three. */
const DEFAULT_TIMEOUT_MS = 3 * 24 * 3_600_000;
/** An hour without output: GDAL prints at every 2.5 percent, and slower than 40 hours is a hang. */
const DEFAULT_IDLE_TIMEOUT_MS = 3_600_000;

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** For the whole run. */
  readonly timeoutMs?: number;
  /** Without a byte of output. */
  readonly idleTimeoutMs?: number;
  readonly onProgress?: (percent: number) => void;
  /** Every line of standard output and standard error. May hold paths: for the log. */
  readonly onLine?: (line: string) => void;
  readonly cwd?: string;
}

export interface RunResult {
  /** The last lines printed. */
  readonly output: readonly string[];
  readonly durationMs: number;
  /** Highest resident memory of the process tree that was seen. */
  readonly peakBytes: number;
}

export interface Supervision {
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryLimitBytes: number;
  readonly watchdog: Watchdog;
}

/**
 * Runs a program to its end. Rejects with EngineError: `failed` for an exit code, `no-space` for a full disk, `crashed` for
 * a signal nobody sent, and `aborted`, `timeout`, `idle-timeout`, `memory` after the whole process tree was ended.
 */
export function runProgram(
  launch: Launch,
  name: string,
  args: readonly string[],
  options: RunOptions,
  { environment, memoryLimitBytes, watchdog }: Supervision,
): Promise<RunResult> {
  const started = Date.now();
  const { promise, resolve, reject } = Promise.withResolvers<RunResult>();
  if (options.signal?.aborted) return Promise.reject(new EngineError('aborted', `${name} was aborted.`));
  const program = spawn(launch.file, [...launch.leading, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a process group of its own, so that all of it can be ended at once
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const { pid } = program;
  if (pid === undefined) {
    program.on('error', (cause: NodeJS.ErrnoException) => {
      const code = cause.code === 'ENOENT' || cause.code === 'EACCES' ? 'missing-program' : 'crashed';
      reject(new EngineError(code, `${name} could not be started (${cause.code ?? 'error'}).`));
    });
    return promise;
  }
  watchdog.guard(pid);
  const tree = watchTree(pid);
  const ring = createLineRing(options.onLine);
  const progress = createProgressReader();
  let peakBytes = 0;
  let ending: Promise<void> | null = null;

  const stop = (code: EngineErrorCode, message: string): void => {
    ending ??= seenToEnd(tree).then((descendantsTerminated) => {
      settle(() => reject(new EngineError(code, message, { descendantsTerminated, output: ring.lines() })));
    });
  };
  const settle = (report: () => void): void => {
    clearTimeout(total);
    clearTimeout(idle);
    clearInterval(weighing);
    options.signal?.removeEventListener('abort', onAbort);
    watchdog.release(pid);
    program.stdout.destroy();
    program.stderr.destroy();
    ring.end();
    report();
  };
  const onAbort = (): void => stop('aborted', `${name} was aborted.`);
  const onOutput = (text: string): void => {
    idle.refresh();
    ring.push(text);
    const percent = progress.push(text);
    if (percent !== null && ending === null) options.onProgress?.(percent);
  };
  const weigh = async (): Promise<void> => {
    const bytes = await tree.weigh();
    peakBytes = Math.max(peakBytes, bytes);
    const limit = Math.round(memoryLimitBytes / 2 ** 20);
    if (bytes > memoryLimitBytes) stop('memory', `${name} needed more than ${limit} MB of memory and was ended.`);
  };
  const { timeoutMs = DEFAULT_TIMEOUT_MS, idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS } = options;
  const total = setTimeout(() => stop('timeout', `${name} took longer than ${timeoutMs} ms and was ended.`), timeoutMs);
  const idle = setTimeout(
    () => stop('idle-timeout', `${name} printed nothing for ${idleTimeoutMs} ms and was ended.`),
    idleTimeoutMs,
  );
  // What cannot be weighed may not run on: it would be without a limit.
  const onBlind = (): void =>
    stop('crashed', `${name} was ended: its processes cannot be watched on this machine now.`);
  const weighing = setInterval(() => void weigh().catch(onBlind), WEIGH_EVERY_MS);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  program.stdout.setEncoding('utf8').on('data', onOutput);
  program.stderr.setEncoding('utf8').on('data', onOutput);

  const finish = (code: number | null, signalName: NodeJS.Signals | null): void => {
    if (ending !== null) return;
    ending = leftovers(tree).then((descendantsTerminated) =>
      settle(() => {
        const output = ring.lines();
        if (code === 0) resolve({ output, durationMs: Date.now() - started, peakBytes });
        else reject(exitError(name, code, signalName, { descendantsTerminated, output }));
      }),
    );
  };
  // `close` waits for the pipes, which a forgotten grandchild may hold open for ever; the exit itself is enough then.
  program.once('close', finish);
  program.once('exit', (code, signalName) => void setTimeout(() => finish(code, signalName), 500).unref());
  return promise;
}

/** What a program leaves behind when it exits is ended too. */
async function leftovers(tree: ProcessTree): Promise<boolean> {
  const left = await tree.weigh().catch(() => Number.NaN);
  return left === 0 ? true : seenToEnd(tree);
}

/** Ends the tree; false also where the list of processes cannot be read, so that nobody knows. */
const seenToEnd = (tree: ProcessTree): Promise<boolean> => tree.end().catch(() => false);

const NO_SPACE =
  /no space left on device|disk (?:is )?full|ENOSPC|disk quota exceeded|not enough (?:free )?(?:disk )?space/i;

function exitError(
  name: string,
  code: number | null,
  signalName: NodeJS.Signals | null,
  details: { readonly descendantsTerminated: boolean; readonly output: readonly string[] },
): EngineError {
  if (details.output.some((line) => NO_SPACE.test(line)))
    return new EngineError('no-space', `${name} could not write its output: the disk is full.`, details);
  if (code === null) return new EngineError('crashed', `${name} ended by ${signalName ?? 'a signal'}.`, details);
  return new EngineError('failed', `${name} ended with exit code ${code}.`, details);
}
