import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { isDiskFull } from '../disk-full.ts';
import { EngineError, type EngineErrorCode } from '../engine-error.ts';
import { MACHINE_FAULT_EXIT, saysMachineFault } from '../machine-fault.ts';
import { isFromOutside } from '../outside-signals.ts';
import { REFUSED } from '../own-programs/refused.ts';
import type { Watchdog } from '../watchdog.ts';
import { createLineRing, type Stream } from './line-ring.ts';
import type { Launch } from './locate.ts';
import type { Program } from './supervised-program.ts';
import { createProgressReader } from './progress.ts';
import { createSignOfLife } from './sign-of-life.ts';
import { saysNoSpace } from './no-space.ts';
import { watchRoom } from './room.ts';
import { type ProcessTree, treeMark, watchTree } from './supervise.ts';

/** How often the tree of a program is weighed, and its disk looked at: a fast one takes half a gigabyte meanwhile. */
const WEIGH_EVERY_MS = 250;
/** Day-long conversions exist; nothing of ours takes three. */
const DEFAULT_TIMEOUT_MS = 3 * 24 * 3_600_000;

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** For the whole run. */
  readonly timeoutMs?: number;
  /** Without a byte of output and without as much processor time as `sign-of-life.ts` asks for; the engine's unless told. */
  readonly idleTimeoutMs?: number;
  /** Resident memory of the program and its descendants, where it is to have less than the engine gives. */
  readonly memoryLimitBytes?: number;
  readonly onProgress?: (percent: number) => void;
  /** Every line of standard output and standard error. May hold paths: for the log. */
  readonly onLine?: (line: string) => void;
  readonly cwd?: string;
  /** Where it may write what it needs for a time; the system's own folder for that unless told. Its disk is watched. */
  readonly temporaryFolder?: string;
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
  readonly idleTimeoutMs: number;
  /** Bytes that are to be left on the disk of the temporary folder; 0: none. */
  readonly minFreeBytes: number;
  /** As of `nice`: 0 is that of the service. */
  readonly niceness: number;
  readonly watchdog: Watchdog;
}

/** The end of a program that was never started: nothing of it runs. */
export const NOT_STARTED = { descendantsTerminated: true } as const;

/**
 * Runs a program to its end. Rejects with EngineError: `failed` for an exit code, `no-space` for a full disk (also where the exit
 * code is 0, when its temporary folder has no space left), `crashed` for a signal of its own making, `ended` for one from outside
 * and where the machine failed (`machine-fault.ts`), and `aborted`, `timeout`, `idle-timeout`, `memory` after the whole process
 * tree was ended. That a program wrote what it was asked for is for the caller to see.
 */
export function runProgram(
  launch: Launch,
  { name, blamesMachine }: Program,
  args: readonly string[],
  options: RunOptions,
  { environment, memoryLimitBytes, watchdog, ...supervision }: Supervision,
): Promise<RunResult> {
  const started = Date.now();
  const { promise, resolve, reject } = Promise.withResolvers<RunResult>();
  if (options.signal?.aborted) return Promise.reject(new EngineError('aborted', `${name} was aborted.`, NOT_STARTED));
  const mark = treeMark();
  const program = spawn(launch.file, [...launch.leading, ...args], {
    env: { ...environment, ...temporaryIn(options.temporaryFolder), [mark[0]]: mark[1] },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a process group of its own, so that all of it can be ended at once
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const { pid } = program;
  if (pid === undefined) {
    program.on('error', (cause: NodeJS.ErrnoException) => {
      const code = cause.code === 'ENOENT' || cause.code === 'EACCES' ? 'missing-program' : 'ended';
      reject(new EngineError(code, `${name} could not be started (${cause.code ?? 'error'}).`, NOT_STARTED));
    });
    return promise;
  }
  watchdog.guard(pid);
  giveWay(pid, supervision.niceness);
  const { timeoutMs = DEFAULT_TIMEOUT_MS, idleTimeoutMs = supervision.idleTimeoutMs } = options;
  const tree = watchTree(pid, mark, idleTimeoutMs);
  let [diskFull, machineFault] = [false, false];
  const ring = createLineRing(options.onLine);
  // Not of standard output: names of layers and fields are printed there, whatever they say.
  // What our programs refuse they tell in words of the input, whatever those are.
  const complaints = createLineRing((line) => {
    if (line.startsWith(REFUSED)) return;
    diskFull ||= saysNoSpace(line);
    machineFault ||= !blamesMachine && saysMachineFault(line);
  });
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
    for (const each of [ring, complaints]) each.end();
    report();
  };
  const onAbort = (): void => stop('aborted', `${name} was aborted.`);
  const onText = (text: string, stream: Stream): void => {
    idle.refresh();
    signOfLife.seen();
    ring.push(text, stream);
    const percent = stream === 'output' ? progress.push(text) : null;
    if (percent !== null && ending === null) options.onProgress?.(percent);
  };
  const most = Math.min(memoryLimitBytes, options.memoryLimitBytes ?? Infinity);
  const weigh = async (): Promise<void> => {
    const { bytes, cpuMs } = await tree.weigh();
    peakBytes = Math.max(peakBytes, bytes);
    if (signOfLife.isOne(cpuMs)) idle.refresh();
    const limit = Math.round(most / 2 ** 20);
    if (bytes > most) stop('memory', `${name} needed more than ${limit} MB of memory and was ended.`);
  };
  const lookForRoom = async (): Promise<void> => {
    const least = Math.round(supervision.minFreeBytes / 2 ** 20);
    if (await room.isGone()) stop('no-space', `${name} was ended: less than ${least} MB are left on the disk.`);
  };
  const room = watchRoom(options.temporaryFolder, supervision.minFreeBytes);
  const signOfLife = createSignOfLife(idleTimeoutMs);
  const total = setTimeout(() => stop('timeout', `${name} took longer than ${timeoutMs} ms and was ended.`), timeoutMs);
  const idle = setTimeout(
    () => stop('idle-timeout', `${name} gave no sign of life for ${idleTimeoutMs} ms and was ended.`),
    idleTimeoutMs,
  );
  // What cannot be weighed may not run on: it would be without a limit.
  const onBlind = (): void => stop('ended', `${name} was ended: what it takes cannot be watched on this machine now.`);
  const weighing = setInterval(() => void Promise.all([weigh(), lookForRoom()]).catch(onBlind), WEIGH_EVERY_MS);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  program.stdout.setEncoding('utf8').on('data', (text: string) => onText(text, 'output'));
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints.push(text);
    onText(text, 'errors');
  });

  const finish = (code: number | null, signalName: NodeJS.Signals | null): void => {
    if (ending !== null) return;
    ending = Promise.all([leftovers(tree), code !== 0 || lacksSpace(options.temporaryFolder)]).then(
      ([descendantsTerminated, isBelieved]) =>
        settle(() => {
          const output = ring.lines();
          const details = { descendantsTerminated, output };
          // GDAL's programs may end well although the last blocks could not be written.
          if (diskFull && isBelieved)
            reject(new EngineError('no-space', `${name} could not write its output: the disk is full.`, details));
          else if (code === 0) resolve({ output, durationMs: Date.now() - started, peakBytes });
          else reject(exitError(name, code !== null && machineFault ? MACHINE_FAULT_EXIT : code, signalName, details));
        }),
    );
  };
  // `close` waits for the pipes, which a forgotten grandchild may hold open for ever; the exit itself is enough then.
  program.once('close', finish);
  program.once('exit', (code, signalName) => void setTimeout(() => finish(code, signalName), 500).unref());
  return promise;
}

/** Before the program has threads and children, which take the priority over. One that has ended already needs none. */
function giveWay(pid: number, niceness: number): void {
  if (niceness === 0) return;
  try {
    setPriority(pid, niceness);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException & { info?: { code?: string } }).info?.code !== 'ESRCH') throw fault;
  }
}

/** GDAL's name of it, everybody's and SQLite's. */
const temporaryIn = (folder: string | undefined): Readonly<Record<string, string>> =>
  folder === undefined ? {} : { CPL_TMPDIR: folder, TMPDIR: folder, SQLITE_TMPDIR: folder };

/** Whether the disk agrees with what a program says that ended well: warnings quote names, too. */
const lacksSpace = async (folder: string | undefined): Promise<boolean> =>
  folder !== undefined && isDiskFull(folder).catch(() => false);

/** What a program leaves behind when it exits is ended too. */
async function leftovers(tree: ProcessTree): Promise<boolean> {
  return (await tree.isGone().catch(() => false)) || seenToEnd(tree);
}

/** Ends the tree; false also where the list of processes cannot be read, so that nobody knows. */
const seenToEnd = (tree: ProcessTree): Promise<boolean> => tree.end().catch(() => false);

function exitError(
  name: string,
  code: number | null,
  signalName: NodeJS.Signals | null,
  details: { readonly descendantsTerminated: boolean; readonly output: readonly string[] },
): EngineError {
  if (code === null) {
    const fromOutside = signalName === null || isFromOutside(signalName);
    return new EngineError(fromOutside ? 'ended' : 'crashed', `${name} ended by ${signalName ?? 'a signal'}.`, details);
  }
  if (code === MACHINE_FAULT_EXIT)
    return new EngineError('ended', `${name} could not read or write: the machine failed it.`, details);
  return new EngineError('failed', `${name} ended with exit code ${code}.`, details);
}
