import { tmpdir } from 'node:os';
import { createPool, type PoolLoad } from './child-pool.ts';
import { EngineError } from './engine-error.ts';
import { childEnvironment } from './environment.ts';
import type { Operation } from './operation.ts';
import { type Launch, locateProgram } from './programs/locate.ts';
import { isProgram, type Program } from './programs/supervised-program.ts';
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
  call<Input, Output>(
    operation: Operation<Input, Output>,
    input: NoInfer<Input>,
    options?: CallOptions,
  ): Promise<Output>;
  /** Runs a program to its end. Rejects with EngineError only. */
  run(program: Program, args: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Whether the program, or what stands in for it, is on this machine now. */
  has(program: Program): Promise<boolean>;
  /** Makes a scratch folder for `work`, and removes it afterwards. */
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
  /** Niceness of programs: with 10 they take what those that answer leave of the processors; 0 unless told. */
  readonly programNiceness?: number;
  /** Folders in which programs are looked for; PATH unless told. */
  readonly programPath?: string;
  /** Parent of the scratch folders. Default: the folder of temporary files. */
  readonly scratchFolder?: string;
}

export function createEngine(options: EngineOptions): Engine {
  const { children, callTimeoutMs, memoryLimitBytes, queueLimit = 1000, programThreads = 2 } = options;
  const { programMemoryLimitBytes = 4 * memoryLimitBytes, programPath = process.env['PATH'] ?? '' } = options;
  const scratch = createScratch(options.scratchFolder ?? tmpdir());
  const watchdog = createWatchdog();
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const located = new Map<Program, Launch>();
  const pool = createPool({
    children,
    queueLimit,
    memoryLimitBytes,
    watchdog,
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
    niceness: options.programNiceness ?? 0,
    watchdog,
  };

  /** Null when it is not there, which is looked up anew each time: it may be installed meanwhile. */
  async function find(program: Program): Promise<Launch | null> {
    const launch = located.get(program) ?? (await locateProgram(program, programPath));
    if (launch !== null) located.set(program, launch);
    return launch;
  }

  async function locate(program: Program): Promise<Launch> {
    if (!isProgram(program)) throw new EngineError('refused', 'This program may not be run.', NOT_STARTED);
    const launch = await find(program);
    if (launch === null)
      throw new EngineError(
        'missing-program',
        `${program.name} is not installed. Install the package ${program.package}.`,
        NOT_STARTED,
      );
    return launch;
  }

  async function run(program: Program, args: readonly string[], runOptions: RunOptions): Promise<RunResult> {
    const launch = await locate(program);
    const signal = AbortSignal.any([closing.signal, ...(runOptions.signal === undefined ? [] : [runOptions.signal])]);
    return runProgram(launch, program, args, { ...runOptions, signal }, supervision);
  }

  return {
    call: <Input, Output>(
      operation: Operation<Input, Output>,
      input: Input,
      { signal, timeoutMs = callTimeoutMs }: CallOptions = {},
    ) => pool.submit({ operation, input, timeoutMs, signal }) as Promise<Output>,
    async run(program, args, runOptions = {}) {
      const work = run(program, args, runOptions);
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    has: async (program) => (await find(program)) !== null,
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
