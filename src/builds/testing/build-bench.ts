import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from 'pg-boss';
import type { BlobStore } from '../../blobs/index.ts';
import type { Database, OpenDatabase } from '../../database/index.ts';
import { parentOf } from '../../datasets/index.ts';
import type { Engine } from '../../engine/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { openJobQueue, type JobQueue } from '../../jobs/index.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { settleBuild } from '../attempts/settle.ts';
import { startBuildWorker, type SettleBuild } from '../attempts/worker.ts';
import { BUILD_QUEUES, createBuildQueue, type BuildQueue } from '../jobs/build-queue.ts';
import { buildPlaces } from '../attempts/places.ts';
import type { JobRow } from '../jobs/job-store.ts';
import { findJob } from '../jobs/job-store.ts';
import { createObserver } from '../observer.ts';
import { createOutputFolders } from '../output-folders.ts';
import { outputsOf } from '../outputs/index.ts';
import { findControls, type RetryControls } from '../pending/controls-store.ts';
import { createCoordinator, PENDING_QUEUE } from '../pending/coordinator.ts';
import { createMarkers, type Markers } from '../pending/marker.ts';
import { pendingRows, type PendingBuild } from '../pending/pending-store.ts';
import { createFollowUp } from '../pending/settle.ts';
import { sweep, type SweepOptions } from '../pending/sweep.ts';
import type { Sweep } from '../pending/sweep-store.ts';
import type { BuildOutcome } from '../attempts/outcome.ts';
import { scriptedOutput, type Script } from './scripted-output.ts';
import { inspectorOf } from '../../kinds/testing/inspect-file.ts';

const MINUTE_MS = 60_000;
/** The session setting by which the statements of a connection tell the time of the test clock. */
const WITH_TEST_CLOCK = '?options=-c%20pgboss.test_clock%3Don';

export interface BenchEntry {
  readonly path: string;
  readonly hash: string;
  readonly companions: string;
}

interface EntryParts {
  /** What it holds; its path unless told. */
  readonly text?: string;
  readonly hash?: string;
  readonly companions?: string;
  readonly type?: EntryType;
}

/** A dataset with its builds, on a database and a job queue that are real, at a time that the test makes. */
export interface BuildBench extends AsyncDisposable {
  readonly db: Database;
  readonly database: OpenDatabase;
  readonly queue: JobQueue;
  readonly buildQueue: BuildQueue;
  readonly clock: TestClock;
  readonly datasetId: string;
  readonly folder: string;
  readonly buildFolder: string;
  readonly markers: Markers;
  /** What the attempts at builds meet, by path; without an entry they succeed. */
  readonly scripts: Map<string, Script>;
  /** The same of an output that may fail, where the bench has one. */
  readonly optionalScripts: Map<string, Script>;
  /** Paths of the attempts that reached their output, in order. */
  readonly attempts: string[];
  readonly faults: unknown[];
  readonly observer: ReturnType<typeof createObserver>;
  readonly coordinator: ReturnType<typeof createCoordinator>;
  readonly sweepOptions: SweepOptions;
  /** Adds a raster of its own bytes, or those of another. */
  addEntry(path: string, parts?: EntryParts): Promise<BenchEntry>;
  removeEntry(path: string): Promise<void>;
  enqueue(entry: BenchEntry, parts?: { readonly forced?: boolean }): Promise<JobRow>;
  /** A job that runs, without the queue knowing of it. */
  processing(entry: BenchEntry): Promise<JobRow>;
  settle(job: JobRow, outcome: BuildOutcome): Promise<void>;
  /** Settles a new job of an entry as if it had been attempted. */
  attempted(entry: BenchEntry, outcome: BuildOutcome): Promise<JobRow>;
  job(id: string): Promise<JobRow>;
  /** Newest first. */
  jobsOf(path: string): Promise<JobRow[]>;
  pending(): Promise<PendingBuild[]>;
  markerFiles(): Promise<Record<string, unknown>[]>;
  /** Paths of the entries that the markers name, in order. */
  markerPaths(): Promise<string[]>;
  controls(): Promise<RetryControls | undefined>;
  /** Starts attempts at builds and runs of coordinators. */
  work(): Promise<void>;
  /** Lets minutes pass, and waits until what fell due has been done. */
  pass(minutes: number): Promise<void>;
  /** Waits until no build and no run that is due is active. */
  idle(): Promise<void>;
  sweep(): Promise<Sweep>;
  /** Forgets all that was done; the time stays. */
  reset(): Promise<void>;
}

export interface BenchOptions {
  readonly url?: string | undefined;
  /** A bench beside which this one works, as another process: it shares its database, dataset, folders and clock. */
  readonly beside?: BuildBench;
  /** Name of a dataset of its own beside that one. */
  readonly dataset?: string;
  readonly markers?: (real: Markers) => Markers;
  readonly queue?: (real: JobQueue) => JobQueue;
  readonly minFreeDiskMB?: number;
  /** Whether there is an output beside the main one that may fail. */
  readonly optional?: boolean;
  /** What inspects files; without it that fails. */
  readonly engine?: Engine;
}

/** @param url of a database at a PostgreSQL server; the embedded one without */
export async function openBench(options: BenchOptions = {}): Promise<BuildBench> {
  const { beside, url } = options;
  const folder = beside?.folder ?? (await mkdtemp(join(tmpdir(), 'alidade-builds-')));
  const database = await openTestDatabase(folder, url, WITH_TEST_CLOCK);
  const { db } = database;
  const clock = beside?.clock ?? new TestClock(Date.now());
  const faults: unknown[] = [];
  const onError = (fault: unknown): void => void faults.push(fault);
  const engine = options.engine ?? ({} as Engine);
  const realQueue = await openJobQueue(database, [...BUILD_QUEUES, PENDING_QUEUE], onError, clock);
  const queue = options.queue?.(realQueue) ?? realQueue;
  const now = (): number => clock.now();
  const buildFolder = join(folder, 'builds');
  const markers = (options.markers ?? ((real) => real))(createMarkers(buildFolder));
  const folders = createOutputFolders(buildFolder);
  const scripts = beside?.scripts ?? new Map<string, Script>();
  const attempts = beside?.attempts ?? [];
  const optionalScripts = new Map<string, Script>();
  const optional = options.optional === true ? [scriptedOutput(optionalScripts, [], true)] : [];
  const outputs = outputsOf([scriptedOutput(scripts, attempts), ...optional]);
  const buildQueue = createBuildQueue(queue, outputs);
  const coordinator = createCoordinator({ db, queue, buildQueue, now });
  const pending = createFollowUp({ markers, coordinator, now, onError });
  const sweepOptions: SweepOptions = {
    db,
    locks: database.locks,
    markers,
    outputs,
    coordinator,
    folder: buildFolder,
    now,
    onError,
  };
  const datasetId =
    (options.dataset === undefined ? beside?.datasetId : undefined) ??
    (await createDataset(db, options.dataset ?? 'flight'));
  const blobs = { locate: (hash: string) => join(folder, 'blobs', hash) } as BlobStore;
  await mkdir(join(folder, 'blobs'), { recursive: true });
  const settle: BuildBench['settle'] = (job, outcome) =>
    settleBuild(job, outcome, 'log', { db, queue: buildQueue, pending, now });

  /** Jobs that only seem to run. */
  const untaken = new Set<string>();
  let works = false;
  const bench: BuildBench = {
    db,
    database,
    queue,
    buildQueue,
    clock,
    datasetId,
    folder,
    buildFolder,
    markers,
    scripts,
    attempts,
    faults,
    coordinator,
    sweepOptions,
    settle,
    optionalScripts,
    observer: createObserver({ db, queue, buildQueue, folders, outputs, markers, onError }),

    async addEntry(path, { text = path, hash = hashOf(text), companions = '', type = EntryType.GeoRaster } = {}) {
      await writeFile(blobs.locate(hash), text);
      const entry = {
        dataset_id: datasetId,
        path,
        parent: parentOf(path),
        hash,
        companions,
        type,
      };
      const rest = { properties: null, mtime: 0, size: text.length, depth: 0, point_geom: null, polygon_geom: null };
      await db
        .insertInto('entries')
        .values({ ...entry, ...rest })
        .execute();
      return { path, hash, companions };
    },
    async removeEntry(path) {
      await db.deleteFrom('entries').where('dataset_id', '=', datasetId).where('path', '=', path).execute();
    },
    async enqueue(entry, { forced = false } = {}) {
      await db
        .transaction()
        .execute((transaction) => buildQueue.enqueue(transaction, [{ ...entry, datasetId, userId: null, forced }]));
      return (await bench.jobsOf(entry.path))[0]!;
    },
    async processing({ path, hash, companions }) {
      const id = randomUUID();
      const row = { id, dataset_id: datasetId, tool_id: 'build', path, hash, companions, state: 'Processing' };
      await db.insertInto('jobs').values(row).execute();
      untaken.add(id);
      return bench.job(id);
    },
    async attempted(entry, outcome) {
      const job = await bench.processing(entry);
      await settle(job, outcome);
      return bench.job(job.id);
    },
    job: async (id) => (await findJob(db, id))!,
    async jobsOf(path) {
      const ids = await db
        .selectFrom('jobs')
        .select('id')
        .where('tool_id', '=', 'build')
        .where('path', '=', path)
        .orderBy('created_at', 'desc')
        .execute();
      return Promise.all(ids.map(({ id }) => bench.job(id)));
    },
    pending: () => pendingRows(db, datasetId, undefined, 1000),
    async markerFiles() {
      const place = join(buildFolder, datasetId, 'pending');
      const names = (await readdir(place).catch((): string[] => [])).toSorted();
      return Promise.all(
        names.map(async (name) => JSON.parse(await readFile(join(place, name), 'utf8')) as Record<string, unknown>),
      );
    },
    async markerPaths() {
      const paths = (await bench.markerFiles()).map(({ path }) => String(path));
      return paths.toSorted();
    },
    controls: () => findControls(db, datasetId),
    async work() {
      works = true;
      await startBuildWorker({
        db,
        queue,
        folders,
        blobs,
        outputs,
        locks: database.locks,
        engine,
        inspector: inspectorOf(engine),
        onError,
        folder: buildFolder,
        settle: settleNoted,
        observer: bench.observer,
        places: buildPlaces({ concurrency: 1, memoryBytes: 0 }),
        settings: {
          timeoutSeconds: 600,
          idleTimeoutSeconds: 600,
          minFreeDiskMB: options.minFreeDiskMB ?? 0,
          compressModels: true,
        },
      });
      await queue.work(PENDING_QUEUE, 1, async ({ id }) => void (await coordinator.run(id)));
    },
    async pass(minutes) {
      await clock.setTime(clock.now() + minutes * MINUTE_MS);
      await bench.idle();
    },
    async idle() {
      await waitUntilIdle(db, clock);
      await Promise.all(settling); // Markers are written behind the rows.
    },
    sweep: () => sweep(sweepOptions, new AbortController().signal),
    async reset() {
      // What is under way would go on in the next test.
      if (untaken.size > 0)
        await db
          .deleteFrom('jobs')
          .where('id', 'in', [...untaken])
          .execute();
      untaken.clear();
      if (works) await bench.idle();
      for (const table of ['jobs', 'entries', 'outputs', 'pending_builds', 'retry_controls', 'pending_sweeps'] as const)
        await db.deleteFrom(table).execute();
      await rm(buildFolder, { recursive: true, force: true });
      for (const map of [scripts, optionalScripts]) map.clear();
      for (const list of [attempts, faults]) list.length = 0;
    },
    async [Symbol.asyncDispose]() {
      await realQueue.close();
      await database.close();
      if (beside === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
  const settling = new Set<Promise<void>>();
  const settleNoted: SettleBuild = (job, outcome, log) => {
    const settled = settleBuild(job, outcome, log, { db, queue: buildQueue, pending, now });
    const noted = settled.catch(() => undefined).finally(() => settling.delete(noted));
    settling.add(noted);
    return settled;
  };
  return bench;
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

async function createDataset(db: Database, slug: string): Promise<string> {
  const organization = { slug: 'survey', name: 'Survey', description: null, is_public: false, owner_id: null };
  const { id } = await db
    .insertInto('organizations')
    .values({ id: randomUUID(), ...organization })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ name: organization.name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const dataset = { id: randomUUID(), organization_id: id, slug };
  await db.insertInto('datasets').values(dataset).execute();
  return dataset.id;
}

/** Ticks the clock for a moment, so that workers look, as long as there is anything that is due. */
async function waitUntilIdle(db: Database, clock: TestClock): Promise<void> {
  const TICK_MS = 100;
  for (;;) {
    const { active } = await db
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('active'))
      .where(({ eb, or, and }) =>
        or([
          eb('state', 'in', ['Enqueued', 'Processing']),
          and([eb('state', '=', 'Scheduled'), eb('scheduled_at', '<=', new Date(clock.now()))]),
        ]),
      )
      .executeTakeFirstOrThrow();
    if (Number(active) === 0) return;
    await clock.tick(TICK_MS);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
