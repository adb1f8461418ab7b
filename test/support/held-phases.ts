import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { signal } from '../../src/engine/process-tree.ts';
import type { BuildOutput, Output } from '../../src/builds/outputs/index.ts';
import type { AnyTool, ParkedTask, RunningTask, Tool } from '../../src/tasks/index.ts';
import type { ToolDependencies } from '../../src/tools/index.ts';

/** What every work begins and ends with, whatever it says of itself. */
export const [BEGUN, FINISHED] = ['begun', 'finished'];

/** A task or a build whose phases are watched. */
export interface WatchedWork {
  /** The phases it came into, in their order; one it came into again has a number. */
  readonly phases: readonly string[];
  /** Resolves when it is held in the phase in which it was to be held, in the midst of what it does there. */
  readonly held: Promise<void>;
  /** The folder it works in, while it does. */
  folder(): string | undefined;
  /** Whether nothing of it runs here any more. */
  isOver(): boolean;
}

/**
 * Watches a task by its id, or the build of a file by its name.
 *
 * @param phase in which it is held until it is told to end; it is only watched without
 */
export function watchWork(key: string, phase?: string): WatchedWork {
  const work = new Work(phase);
  announced(key).resolve(work);
  return work;
}

/** The tools, whose tasks go on when somebody watches them. */
export const heldTools = (tools: readonly AnyTool[]): readonly AnyTool[] =>
  tools.map((tool) => ('run' in tool ? heldTool(tool) : tool));

/** What tools use beside their task, so that they can be held in the midst of that as well. */
export const heldDependencies = (given: ToolDependencies): ToolDependencies => ({
  ...given,
  rescan: { ...given.rescan, inspector: passing(given.rescan.inspector) },
  remoteFiles: passing(given.remoteFiles),
  processingNodes: passing(given.processingNodes),
});

/** An output, which is held in its phases where somebody watches the build of its file. */
export const heldOutput = (output: Output): Output => (output.made === 'by-build' ? heldBuild(output) : output);

const heldBuild = (output: BuildOutput): BuildOutput => ({
  ...output,
  async build(request) {
    const work = await expected.get(request.name)?.promise;
    if (work === undefined) return output.build(request);
    const { scratch: folder, report } = request;
    const enter = (phase: string): void => work.enter(`${output.kind}: ${phase}`);
    return work.during({ folder, signal: request.signal }, async () => {
      enter(BEGUN);
      await work.stay();
      const facts = await output.build({
        ...request,
        engine: passing(request.engine),
        report(progress) {
          enter(progress.phase);
          report(progress);
        },
      });
      await work.stay();
      enter(FINISHED);
      return facts;
    });
  },
});

const expected = new Map<string, PromiseWithResolvers<Work>>();

function announced(key: string): PromiseWithResolvers<Work> {
  const found = expected.get(key) ?? Promise.withResolvers<Work>();
  expected.set(key, found);
  return found;
}

/** The work whose code runs. */
const current = new AsyncLocalStorage<Work>();

interface Place {
  readonly folder: string;
  readonly signal: AbortSignal;
}

class Work implements WatchedWork {
  readonly phases: string[] = [];
  readonly held: Promise<void>;
  readonly #held = Promise.withResolvers<void>();
  readonly #phase: string | undefined;
  #place: Place | undefined;
  /** What it said at last, without a number. */
  #said: string | undefined;

  constructor(phase: string | undefined) {
    this.#phase = phase;
    this.held = this.#held.promise;
    this.held.catch(() => undefined); // The readers that wait for it are told.
  }

  get isIn(): boolean {
    return this.#phase !== undefined && this.phases.includes(this.#phase);
  }

  folder = (): string | undefined => this.#place?.folder;
  isOver = (): boolean => this.#place === undefined;
  tell = (): void => this.#held.resolve();

  enter(said: string): void {
    if (said === this.#said) return;
    this.#said = said;
    const times = this.phases.filter((phase) => phase.replace(/ \d+$/, '') === said).length;
    // It had nothing to wait for in the phase before.
    if (this.isIn) this.#held.reject(new Error(`${this.#phase} was over before it could be held`));
    this.phases.push(times === 0 ? said : `${said} ${times + 1}`);
  }

  /** Runs the work; it ends no sooner than it may. */
  async during<T>(place: Place, run: () => Promise<T>): Promise<T> {
    this.#place = place;
    try {
      return await current.run(this, () => this.#beforeItEnds(run()));
    } finally {
      this.#place = undefined;
    }
  }

  /** What was begun goes on, and has not ended for anyone who waits for it as long as the work is held. */
  async pass<T>(begun: Promise<T>, isProgram: boolean): Promise<T> {
    if (!this.isIn) return this.#beforeItEnds(begun);
    begun.catch(() => undefined); // It is waited for below.
    const frozen = isProgram ? await freeze(this.#place!.folder, begun) : [];
    await this.stay();
    for (const pid of frozen) signal(pid, 'SIGCONT');
    return begun;
  }

  async #beforeItEnds<T>(begun: Promise<T>): Promise<T> {
    const result = await begun;
    await this.stay();
    return result;
  }

  /** Where it is to be held, waits until it is told to end. */
  async stay(): Promise<void> {
    if (!this.isIn) return;
    const { signal: ending } = this.#place!;
    this.#held.resolve();
    if (ending.aborted) return;
    await new Promise((resolve) => ending.addEventListener('abort', resolve, { once: true }));
  }
}

function heldTool(tool: Tool): Tool {
  const { elsewhere } = tool;
  return {
    ...tool,
    plan: (request) => tool.plan(request),
    async run(task) {
      const work = await announced(task.id).promise;
      if (work.phases.length === 0) work.enter(BEGUN);
      return work.during(task, async () => {
        await work.stay();
        const end = await tool.run(portsOf(work, task));
        await work.stay();
        if (!('parked' in end)) work.enter(FINISHED);
        return end;
      });
    },
    ...(elsewhere && {
      elsewhere: {
        leave: (...given) => elsewhere.leave(...given),
        async look(task) {
          const work = await announced(task.id).promise;
          const seen = await elsewhere.look({ ...task, report: reporter(work, task) });
          if (!work.isIn) return seen;
          work.tell();
          return { ...seen, seconds: 120 };
        },
      },
    }),
  };
}

const reporter =
  (work: Work, task: Pick<ParkedTask, 'report'>): ParkedTask['report'] =>
  (percent, phase) => {
    work.enter(phase);
    task.report(percent, phase);
  };

/** A task all of whose ways to wait for something can be held. */
const portsOf = <P>(work: Work, task: RunningTask<P>): RunningTask<P> => ({
  ...task,
  engine: passing(task.engine),
  entries: passing(task.entries),
  neighbours: (path) => passing(task.neighbours(path)),
  write: (...given) => work.pass(task.write(...given), false),
  writeMany: (...given) => work.pass(task.writeMany(...given), false),
  report: reporter(work, task),
});

/** The same object, whose answers come when the work that asks is not held. */
function passing<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (isPlain(value)) return passing(value);
      if (typeof value !== 'function') return value;
      const method = value as (...given: unknown[]) => unknown;
      return (...given: unknown[]) => passed(method.apply(object, given), name === 'run');
    },
  });
}

function passed(answer: unknown, isProgram: boolean): unknown {
  const work = current.getStore();
  if (work === undefined) return answer;
  if (answer instanceof Promise) return work.pass(answer, isProgram);
  if (isEach(answer)) return each(answer, work);
  return isPlain(answer) ? passing(answer) : answer;
}

async function* each<T>(items: AsyncIterable<T>, work: Work): AsyncGenerator<T> {
  for await (const item of items) yield await work.pass(Promise.resolve(item), false);
}

const isEach = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const LOOK_MS = 5;

/**
 * Stops the programs that work in a folder, so that they do not end before they are told to.
 *
 * @returns them; none where the run is faster, or the system does not tell
 */
async function freeze(folder: string, run: Promise<unknown>): Promise<readonly number[]> {
  let hasEnded = process.platform !== 'linux';
  const end = (): void => void (hasEnded = true);
  run.then(end, end);
  for (; !hasEnded; await sleep(LOOK_MS)) {
    const pids = ofFolder(descendantsOf(process.pid), folder);
    for (const pid of pids) signal(pid, 'SIGSTOP');
    if (pids.length > 0) return pids;
  }
  return [];
}

/** Programs of the engine that have their temporary folder here or below; none where the system does not tell. */
export async function programsIn(folder: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return ofFolder(
    pids.filter((pid) => pid !== process.pid),
    folder,
  );
}

const ofFolder = (pids: readonly number[], folder: string): readonly number[] =>
  pids.filter((pid) =>
    textOf(`/proc/${pid}/environ`)
      .split('\0')
      .some((each) => each.startsWith(`TMPDIR=${folder}`)),
  );

/**
 * Read at once: behind the files of a service, whose threads have to wait for the disk, a look took longer than the program did. Empty for
 * what has ended, or is another user's.
 */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Children of a process and theirs: some files, where a look at all processes would read hundreds. */
function descendantsOf(pid: number): readonly number[] {
  const children = threadsOf(pid)
    .flatMap((thread) => textOf(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter(Boolean)
    .map(Number);
  return [...children, ...children.flatMap(descendantsOf)];
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}
