import { tmpdir } from 'node:os';
import { createPool, type PoolLoad } from './child-pool.ts';
import { EngineError } from './engine-error.ts';
import { childEnvironment } from './environment.ts';
import type { OperationInput, OperationName, OperationOutput } from './operation.ts';
import { type Launch, locateProgram } from './programs/locate.ts';
import { PROGRAM_PACKAGES, type ProgramName } from './programs/names.ts';
import { NOT_STARTED, type RunOptions, type RunResult, runProgram } from './programs/run.ts';
import { createScratch } from './scratch.ts';
import { createWatchdog } from './watchdog.ts';

/**
 * Everything that touches bytes of strangers with native code: operations in a pool of child processes, and programs:
 * GDAL's, and optional ones for pictures. Nothing a file does to them reaches the server's own process. docs/engine.md
 * tells the limits.
 */
export interface Engine {
  /** Runs one operation in a child. Rejects with EngineError only. */
  call<N extends OperationName>(name: N, input: OperationInput<N>, options?: CallOptions): Promise<OperationOutput<N>>;
  /** Runs one of the programs of PROGRAM_PACKAGES; for GDAL's, source and destination come last in
   * `args`. Rejects with EngineError only. */
  run(program: ProgramName, args: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Lends a folder for the time of some work, for files that operations and programs read and write; nothing of it stays. */
  withFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** How much it has to do, for people who watch. */
  load(): PoolLoad;
  /** Ends every child and program; calls under way reject with `aborted`. */
  close(): Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For the work itself and the start of a child, not for the wait in the queue. */
  readonly timeoutMs?: number;
}

export interface EngineOptions {
  /** Child processes for operations; they are started when needed. */
  readonly children: number;
  readonly callTimeoutMs: number;
  /** Resident memory of one child. */
  readonly memoryLimitBytes: number;
  /** Resident memory of a program and its descendants; four times that of a child unless told. */
  readonly programMemoryLimitBytes?: number;
  /** Calls that may wait for a child; 1000 unless told. */
  readonly queueLimit?: number;
  /** How long a program may give no sign of life, unless its caller says otherwise; an hour unless told. */
  readonly programIdleTimeoutMs?: number;
  /** Bytes that are left on the disk of a program's temporary folder when it is ended for want of space; 0 unless told. */
  readonly programMinFreeBytes?: number;
  /** Threads a program may use (GDAL_NUM_THREADS); 2 unless told. */
  readonly programThreads?: number;
  /** Folders in which programs are looked for; PATH unless told. */
  readonly programPath?: string;
  /** Folder for the folders that are lent; the system's for temporary files unless told. */
  readonly scratchFolder?: string;
  /** Module with the operations the children offer; the engine's own unless told (tests add faulty ones). */
  readonly registry?: string;
}

const OWN_OPERATIONS = new URL('./operations/index.ts', import.meta.url).href;

export function createEngine(options: EngineOptions): Engine {
  const { children, callTimeoutMs, memoryLimitBytes, queueLimit = 1000, programThreads = 2 } = options;
  const { programMemoryLimitBytes = 4 * memoryLimitBytes, programPath = process.env['PATH'] ?? '' } = options;
  const scratch = createScratch(options.scratchFolder ?? tmpdir());
  const watchdog = createWatchdog();
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const located = new Map<ProgramName, Launch>();
  const pool = createPool({
    children,
    queueLimit,
    memoryLimitBytes,
    watchdog,
    registry: options.registry ?? OWN_OPERATIONS,
    // One thread: a child works on one call, and there are as many children as the machine can feed.
    environment: childEnvironment({ threads: 1, skipVirtual: true, memoryLimitBytes }),
  });
  const supervision = {
    environment: childEnvironment({
      threads: programThreads,
      skipVirtual: false,
      memoryLimitBytes: programMemoryLimitBytes,
    }),
    memoryLimitBytes: programMemoryLimitBytes,
    // GDAL prints at every 2.5 percent, and slower than 40 hours is a hang.
    idleTimeoutMs: options.programIdleTimeoutMs ?? 3_600_000,
    minFreeBytes: options.programMinFreeBytes ?? 0,
    watchdog,
  };

  async function locate(name: ProgramName): Promise<Launch> {
    if (!Object.hasOwn(PROGRAM_PACKAGES, name))
      throw new EngineError('refused', 'This program may not be run.', NOT_STARTED);
    const launch = located.get(name) ?? (await locateProgram(name, programPath));
    if (launch === null)
      throw new EngineError(
        'missing-program',
        `${name} is not installed. Install the package ${PROGRAM_PACKAGES[name]}.`,
        NOT_STARTED,
      );
    located.set(name, launch);
    return launch;
  }

  async function run(name: ProgramName, args: readonly string[], runOptions: RunOptions): Promise<RunResult> {
    const launch = await locate(name);
    const signal = AbortSignal.any([closing.signal, ...(runOptions.signal === undefined ? [] : [runOptions.signal])]);
    return runProgram(launch, name, args, { ...runOptions, signal }, supervision);
  }

  return {
    call: (name, input, { signal, timeoutMs = callTimeoutMs } = {}) =>
      pool.submit({ name, input, timeoutMs, signal }) as Promise<OperationOutput<typeof name>>,
    async run(name, args, runOptions = {}) {
      const work = run(name, args, runOptions);
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    withFolder: scratch.withFolder,
    load: pool.load,
    async close() {
      closing.abort();
      await Promise.all([pool.close(), Promise.allSettled(Array.from(running))]);
      watchdog.close();
      await scratch.close();
    },
  };
}
