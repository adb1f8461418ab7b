import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static, TObject } from 'typebox';
import Value from 'typebox/value';
import type { EntryRow } from '../../datasets/index.ts';
import { createEngine, type Engine } from '../../engine/index.ts';
import { fail } from '../../errors/index.ts';
import { EntryType, type Neighbours } from '../../inspection/index.ts';
import type { ParkedState, ParkedWork, RunningTask, TaskEnd, TaskEntries, TaskPlan, Tool } from '../tool.ts';
import { inspectFile } from '../../kinds/testing/inspect-file.ts';

/** A dataset in memory that tools are tried on without a service: files by path, as bytes or absolute paths of real files. */
export type TestFiles = Readonly<Record<string, Uint8Array | string>>;

/** What a tool did. */
export interface ToolRun {
  readonly plan: TaskPlan;
  readonly end: TaskEnd;
  /** What came into the dataset, by path. */
  readonly written: ReadonlyMap<string, Buffer>;
  /** What the metadata of these files says from then on, by path. */
  readonly said: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly removed: readonly string[];
  readonly log: readonly string[];
  readonly phases: readonly string[];
  /** Bytes of the artifact. */
  readonly artifact: Buffer | undefined;
}

export interface ToolBench extends AsyncDisposable {
  readonly engine: Engine;
  /** Bytes that the quota has room for. */
  room: number;
  /** What owners say of entries, by path and key. */
  metadata: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Called with each phase that a tool reports. */
  onPhase?: (phase: string) => void;
  /**
   * Plans and runs a tool, its parameters checked against its schema with defaults filled in.
   *
   * @param kept folder that an attempt before this one had; a new one unless told. @throws what the tool throws
   */
  run<P extends TObject>(
    tool: Tool<P>,
    parameters: object,
    files: TestFiles,
    signal?: AbortSignal,
    kept?: string,
  ): Promise<ToolRun>;
}

const DATASET = { id: '00000000-0000-4000-8000-000000000001', slug: 'field', organization: { id: '', slug: 'admin' } };

/** What runs tools for tests, with a real engine. */
export async function openToolBench(): Promise<ToolBench> {
  const root = await mkdtemp(join(tmpdir(), 'alidade-tool-'));
  const engine = createEngine({ children: 2, callTimeoutMs: 120_000, memoryLimitBytes: 2 ** 30, scratchFolder: root });
  const bench: ToolBench = {
    engine,
    room: Infinity,
    metadata: {},
    async run(tool, given, files, signal = new AbortController().signal, kept) {
      const parameters = Value.Default(tool.parameters, structuredClone(given)) as Static<typeof tool.parameters>;
      const [problem] = Value.Errors(tool.parameters, parameters);
      if (problem !== undefined) throw fail('invalid-input', `${problem.instancePath} ${problem.message}`);
      const folder = await mkdtemp(join(root, 'run-'));
      const dataset = await testDataset(files, folder, engine, signal);
      const plan = await tool.plan({ dataset: DATASET, parameters, entries: dataset.entries });
      if (plan.creates !== undefined && (await dataset.entries.find(plan.creates)) !== undefined)
        throw fail('conflict', `There is ${plan.creates} already.`);
      const work = join(folder, 'work');
      await mkdir(work);
      const written = new Map<string, Buffer>();
      const said = new Map<string, Readonly<Record<string, unknown>>>();
      const [removed, log, phases]: [string[], string[], string[]] = [[], [], []];
      const task: RunningTask<typeof parameters> = {
        id: DATASET.id,
        dataset: DATASET,
        parameters,
        engine,
        folder: work,
        signal,
        parked: null,
        ...dataset,
        requireRoom(bytes, replacedBytes = 0) {
          const room = bench.room + replacedBytes;
          if (bytes > room) return Promise.reject(fail('quota-exceeded', `The quota has ${room} of ${bytes} bytes.`));
          return Promise.resolve(room);
        },
        metadata: async (path, key) => bench.metadata[path]?.[key],
        keptFolder: async () => kept ?? mkdtemp(join(folder, 'kept-')),
        wasCancelled: async () => signal.aborted,
        report(_, phase) {
          if (phases.at(-1) !== phase) phases.push(phase);
          bench.onPhase?.(phase);
        },
        log: (line) => void log.push(line),
        async write(path, file, { replace = false, metadata } = {}) {
          if (!replace && (written.has(path) || (await dataset.entries.find(path))))
            throw fail('conflict', `There is ${path} already.`);
          written.set(path, await (typeof file === 'string' ? readFile(file) : buffer(file)));
          if (metadata !== undefined) said.set(path, metadata);
        },
        async writeMany(files, { replace = false } = {}) {
          let kept = 0;
          for (const { path, file } of files)
            if (!replace && (await dataset.entries.find(path)) !== undefined) kept += 1;
            else written.set(path, await readFile(file));
          return { kept };
        },
        remove: ({ path }) => void removed.push(path),
      };
      const end = await runParked(tool, task);
      const artifact = end.artifact && (await readFile(end.artifact.file));
      await rm(folder, { recursive: true });
      return { plan, end, written, said, removed, log, phases, artifact };
    },
    async [Symbol.asyncDispose]() {
      await engine.close();
      await rm(root, { recursive: true, force: true });
    },
  };
  return bench;
}

/** Runs a tool, and looks at its task while that is parked, until it has ended; what is elsewhere is left then. */
async function runParked<P extends TObject>(tool: Tool<P>, task: RunningTask<Static<P>>): Promise<TaskEnd> {
  const { id, report, log, signal } = task;
  let parked: ParkedState | null = null;
  const wait = (seconds: number): Promise<void> => sleep(seconds * 1000, undefined, { signal });
  try {
    for (;;) {
      const end: TaskEnd | ParkedWork = await tool.run({ ...task, parked });
      if (!('parked' in end)) {
        if (parked !== null) await tool.elsewhere!.leave(parked, signal);
        return end;
      }
      let seconds: number | null;
      for ({ parked, seconds } = end; seconds !== null;) {
        await wait(seconds);
        ({ parked, seconds } = await tool.elsewhere!.look({ id, parked: parked!, report, log, signal }));
      }
    }
  } catch (cause) {
    if (signal.aborted && parked !== null) await tool.elsewhere!.leave(parked, AbortSignal.timeout(10_000));
    throw cause;
  }
}

/** The part of a task that reads the dataset. */
async function testDataset(
  files: TestFiles,
  folder: string,
  engine: Engine,
  signal: AbortSignal,
): Promise<Pick<RunningTask<never>, 'entries' | 'locate' | 'neighbours'>> {
  const places = new Map<string, string>();
  for (const [path, file] of Object.entries(files)) {
    const place = typeof file === 'string' ? file : join(folder, String(places.size));
    if (typeof file !== 'string') await writeFile(place, file);
    places.set(path, place);
  }
  const neighbours = (path: string): Neighbours => ({
    async find(names) {
      const found = names.map((name) => [name, places.get(posix.join(posix.dirname(path), name))] as const);
      const there = found.filter((pair): pair is [string, string] => pair[1] !== undefined);
      return new Map(
        await Promise.all(
          there.map(async ([name, place]) => [name, { path: place, size: (await stat(place)).size }] as const),
        ),
      );
    },
  });
  const rows = new Map<string, EntryRow>();
  for (const [path, place] of places) {
    const { size } = await stat(place);
    const facts = await inspectFile(
      { path: place, name: posix.basename(path), size, neighbours: neighbours(path) },
      engine,
      signal,
    );
    rows.set(path, rowOf(path, size, facts));
    for (let parent = posix.dirname(path); parent !== '.'; parent = posix.dirname(parent))
      rows.set(parent, folderRow(parent));
  }
  const find: TaskEntries['find'] = (path) => Promise.resolve(rows.get(path));
  return {
    neighbours,
    locate: ({ path }) => places.get(path)!,
    entries: {
      find,
      async require(path, types) {
        const row = await find(path);
        if (row === undefined) throw fail('invalid-input', `There is no entry ${path} in the dataset.`);
        if (types && !types.includes(row.type)) throw fail('invalid-input', `${path} is nothing that this tool takes.`);
        return row;
      },
      async *below(paths) {
        for (const [path, row] of [...rows].sort(([one], [other]) => (one < other ? -1 : 1)))
          if (paths.length === 0 || paths.some((each) => path === each || path.startsWith(`${each}/`))) yield row;
      },
    },
  };
}

type Facts = Awaited<ReturnType<typeof inspectFile>>;

const rowOf = (path: string, size: number, facts: Facts): EntryRow => ({
  path,
  // One that no other file of the test has; nobody looks whether it is that of its bytes.
  hash: Buffer.from(path).toString('hex').padEnd(64, '0').slice(0, 64),
  type: facts.type,
  properties: facts.properties as Record<string, unknown> | null,
  mtime: 0,
  size,
  depth: path.split('/').length - 1,
  pointGeometry: facts.pointGeometry,
  polygonGeometry: facts.polygonGeometry,
  companions: '',
});

const folderRow = (path: string): EntryRow => ({
  path,
  hash: null,
  type: EntryType.Directory,
  properties: null,
  mtime: 0,
  size: 0,
  depth: path.split('/').length - 1,
  pointGeometry: null,
  polygonGeometry: null,
  companions: '',
});
