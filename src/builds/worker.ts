import { randomUUID } from 'node:crypto';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../blobs/index.ts';
import type { Database } from '../database/index.ts';
import { findEntryByHash, lockDataset } from '../datasets/index.ts';
import type { Engine } from '../engine/index.ts';
import { throttleProgress, type Attempt, type JobQueue } from '../jobs/index.ts';
import type { Settings } from '../settings/index.ts';
import { begunBuildJobs, findJob, setJobProgress, setJobState, type JobRow } from './job-store.ts';
import { createBuildLog, type BuildLog } from './build-log.ts';
import type { OutputFolders } from './output-folders.ts';
import { namedVersions, replaceOutput } from './output-store.ts';
import { BuildFailure, outputsFor, type BuildOutput } from './outputs/index.ts';
import { BUILD_QUEUE } from './enqueue.ts';

export interface BuildWorkerOptions {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly folders: OutputFolders;
  readonly blobs: BlobStore;
  readonly engine: Engine;
  readonly settings: Settings['builds'];
  /** Folder whose file system the outputs are written to. */
  readonly dataDir: string;
  readonly onError: (error: unknown) => void;
}

const MIB = 1024 * 1024;

/** Attempts at a build that ends by a fault which is no verdict about the file: the database away, a disk that fails. */
const MAX_FAULTS = 3;

/** Starts taking build jobs from the queue; they stop when the queue is closed. */
export async function startBuildWorker(options: BuildWorkerOptions): Promise<void> {
  await options.queue.work(BUILD_QUEUE, options.settings.workers, (attempt) => runAttempt(attempt, options));
}

/**
 * One attempt. A build that ends, well or badly, settles the job here; what is no verdict about the file (the process is
 * stopping, the database is away) throws, and is tried again by the queue.
 */
async function runAttempt(attempt: Attempt, options: BuildWorkerOptions): Promise<void> {
  const { db } = options;
  const job = await findJob(db, attempt.id);
  if (job === undefined || job.hash === null || isFinal(job)) return;
  await setJobState(db, job.id, 'Processing');
  const log = createBuildLog();
  try {
    await buildAll(job, attempt.signal, log, options);
    await setJobState(db, job.id, 'Succeeded', { log: log.text() });
  } catch (cause) {
    const isFault = !(cause instanceof BuildFailure) && !attempt.signal.aborted;
    if (isFault) options.onError(cause);
    if (attempt.signal.aborted || (isFault && attempt.number < MAX_FAULTS)) {
      await setJobState(db, job.id, 'Enqueued');
      throw cause;
    }
    const reason = cause instanceof BuildFailure ? cause.message : 'The service failed while building; see its log.';
    log.line(reason);
    await setJobState(db, job.id, 'Failed', { error: reason, log: log.text() });
  }
}

async function buildAll(job: JobRow, signal: AbortSignal, log: BuildLog, options: BuildWorkerOptions): Promise<void> {
  const entry = await findEntryByHash(options.db, job.datasetId, job.hash!);
  if (entry === undefined) throw new BuildFailure('invalid-input', 'The file was deleted before it could be built.');
  await requireFreeSpace(options);
  for (const output of outputsFor(entry.type)) {
    const limit = AbortSignal.timeout(options.settings.timeoutSeconds * 1000);
    await buildOne(output, job, entry.path, AbortSignal.any([signal, limit]), log, options).catch((cause: unknown) => {
      if (!limit.aborted || signal.aborted) throw cause;
      throw new BuildFailure(
        'timeout',
        `The build took longer than ${options.settings.timeoutSeconds} seconds and was ended.`,
      );
    });
  }
}

/** Builds one output aside, flushes it, and only then names it: what is served is whole-old or whole-new. */
async function buildOne(
  output: BuildOutput,
  job: JobRow,
  path: string,
  signal: AbortSignal,
  log: BuildLog,
  { db, folders, blobs, engine, onError }: BuildWorkerOptions,
): Promise<void> {
  const version = randomUUID();
  const { datasetId } = job;
  const hash = job.hash!;
  let replaced: string | undefined;
  try {
    const scratch = await folders.create(datasetId, version);
    const report = throttleProgress((percent, phase) => setJobProgress(db, job.id, percent, phase));
    await output.build({
      source: blobs.locate(hash),
      name: path.slice(path.lastIndexOf('/') + 1),
      scratch,
      engine,
      signal,
      report: ({ percent, phase }) => report(percent, phase),
      log: log.line,
    });
    const sizeBytes = await folders.seal(datasetId, version);
    signal.throwIfAborted();
    replaced = await db.transaction().execute(async (transaction) => {
      if (!(await lockDataset(transaction, datasetId))) {
        throw new BuildFailure('invalid-input', 'The dataset was deleted while it was built.');
      }
      const before = await replaceOutput(transaction, { datasetId, hash, kind: output.kind, version, sizeBytes });
      // The file may have been deleted while it was built; nothing may name an output of what is gone.
      if ((await findEntryByHash(transaction, datasetId, hash)) === undefined) {
        throw new BuildFailure('invalid-input', 'The file was deleted while it was built.');
      }
      return before;
    });
  } catch (cause) {
    // A commit whose answer was lost may have happened. What cannot be asked now is left to the clean-up.
    const named = await namedVersions(db, [version]).catch(() => undefined);
    if (named?.has(version) === false) await folders.remove(datasetId, version);
    throw cause;
  }
  // One that stays is nobody's; the clean-up finds it.
  if (replaced !== undefined) await folders.remove(datasetId, replaced).catch(onError);
}

async function requireFreeSpace({ dataDir, settings }: BuildWorkerOptions): Promise<void> {
  if (settings.minFreeDiskMB === 0) return;
  const folder = join(dataDir, 'builds');
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / MIB);
  if (free < settings.minFreeDiskMB) {
    throw new BuildFailure(
      'no-space',
      `Only ${free} MB are free on the disk; a build needs ${settings.minFreeDiskMB} MB to start.`,
    );
  }
}

/** Settles jobs that were begun and that the queue has given up: the processes of all their attempts died. */
export async function settleLostJobs({ db, queue }: Pick<BuildWorkerOptions, 'db' | 'queue'>): Promise<void> {
  // More than run at the same time anywhere.
  for (const { id } of await begunBuildJobs(db, 10_000)) {
    const state = await queue.state(BUILD_QUEUE, id);
    if (state === 'waiting' || state === 'active') continue;
    await setJobState(db, id, 'Failed', {
      error: 'Every attempt ended with the process that made it. Ask for the build again.',
    });
  }
}

function isFinal({ state }: JobRow): boolean {
  return state === 'Succeeded' || state === 'Failed' || state === 'Deleted';
}
