import { setMaxListeners } from 'node:events';
import { BlobError, type BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import type { Objects } from '../../datasets/index.ts';
import { ServiceError, type Caller, type DatasetGrant } from '../../http/index.ts';
import { OutboundError } from '../outbound/index.ts';
import type { Peer, RemoteDataset, RemoteEntry } from '../peer/index.ts';
import { transferFile } from './file-transfer.ts';
import type { ImportProgress } from './progress.ts';
import { remoteFiles } from './remote-files.ts';
import type { DatasetTally, ReportWriter } from './report.ts';
import { createRetries, type RetryLimits } from './retries.ts';
import { folderHashes, isEmptyFolder, olderEntries } from './store.ts';

export interface ImportLimits {
  /** Files fetched at the same time. */
  readonly parallelFiles: number;
  readonly fileTimeoutMs: number;
  /** Counts down what all datasets of the import may still bring, in bytes. */
  readonly budget: { bytes: number };
  readonly retry: RetryLimits;
}

export interface DatasetImport {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly objects: Objects;
  readonly peer: Peer;
  readonly source: { readonly organization: string; readonly dataset: RemoteDataset };
  readonly destination: DatasetGrant;
  readonly caller: Caller;
  /** Remove entries that the source does not have and that were there before this time (seconds since 1970). */
  readonly removeUntil: number | undefined;
  readonly limits: ImportLimits;
  readonly report: ReportWriter;
  readonly progress: ImportProgress;
  readonly signal: AbortSignal;
}

/** Files that fail one after another before the source counts as gone. */
const MAX_FAILURES_IN_ROW = 20;

/**
 * Imports one dataset. Files that cannot be imported are named in the report; the others come. What is there already with
 * the same hash is not fetched: an import that is started again goes on.
 *
 * @throws OutboundError, BlobError or ServiceError when it cannot go on
 */
export async function importDataset(job: DatasetImport): Promise<DatasetTally> {
  const { db, destination, source, report, progress } = job;
  const { slug } = source.dataset;
  const tally: DatasetTally = { size: 0, fileCount: 0, skippedFileCount: 0, unverifiedFileCount: 0 };
  const stop = new AbortController();
  const signal = AbortSignal.any([job.signal, stop.signal]);
  setMaxListeners(0, signal); // One for each connection of each worker.
  const seen = new Set<string>();
  let failures = 0;
  let inRow = 0;
  const refuse = (path: string, message: string, retryCount = 0): void => {
    failures += 1;
    report.fileError(slug, path, message, retryCount);
  };

  const wanted = async function* (): AsyncGenerator<RemoteEntry> {
    const walk = remoteFiles({
      peer: job.peer,
      dataset: { organization: source.organization, dataset: slug },
      retryLimits: job.limits.retry,
      refuse,
      enter: (path) => enterFolder(job, path, refuse),
      signal,
      seen,
    });
    for await (const { folder, files } of walk) {
      const here = await folderHashes(db, destination.id, folder);
      for (const entry of files) {
        if (entry.hash === undefined || here.get(entry.path) !== entry.hash) yield entry;
        else {
          tally.skippedFileCount += 1;
          progress.bytes(entry.size);
        }
      }
    }
  };

  const take = async (entry: RemoteEntry): Promise<void> => {
    const outcome = await importFile(job, entry, signal);
    if (outcome.fault === undefined) {
      inRow = 0;
      tally.size += entry.size;
      tally.fileCount += 1;
      if (entry.hash === undefined) tally.unverifiedFileCount += 1;
      return progress.file();
    }
    refuse(entry.path, outcome.fault.message, outcome.retries);
    inRow += 1;
    if (inRow >= MAX_FAILURES_IN_ROW) throw outcome.fault;
  };

  await inParallel(job.limits.parallelFiles, wanted(), take, (cause) => stop.abort(cause));
  if (seen.size === 0 && source.dataset.entries > 0) {
    throw new OutboundError('lasting', `The source says to have ${source.dataset.entries} entries and lists none.`);
  }
  if (job.removeUntil !== undefined && failures === 0) await removeOthers(job, job.removeUntil, seen);
  return tally;
}

/** Workers that take from one source; the first failure ends all. @throws that failure */
async function inParallel<T>(
  count: number,
  items: AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
  failed: (cause: unknown) => void,
): Promise<void> {
  let first: { readonly cause: unknown } | undefined;
  const worker = async (): Promise<void> => {
    try {
      for await (const item of items) await work(item);
    } catch (cause) {
      first ??= { cause };
      failed(cause);
    }
  };
  await Promise.all(Array.from({ length: count }, worker));
  if (first) throw first.cause;
}

/** A folder comes into being also when it is empty. @returns false when it cannot */
async function enterFolder(
  { objects, destination }: DatasetImport,
  path: string,
  refuse: (path: string, message: string) => void,
): Promise<boolean> {
  try {
    await objects.createFolder(destination, path);
    return true;
  } catch (cause) {
    if (!(cause instanceof ServiceError) || cause.code !== 'conflict') throw cause;
    refuse(path, cause.message);
    return false;
  }
}

interface FileOutcome {
  /** Why the file could not be imported, while others may be; `undefined`: it was. */
  readonly fault: Error | undefined;
  readonly retries: number;
}

/** @throws what ends the whole import: credentials no longer good, disk or quota full, a fault of this service */
async function importFile(job: DatasetImport, entry: RemoteEntry, signal: AbortSignal): Promise<FileOutcome> {
  const { blobs, objects, destination, source, caller, limits } = job;
  if (entry.size > limits.budget.bytes) {
    throw new OutboundError('lasting', 'The source has more bytes than the setting import.maxSizeMB allows.');
  }
  limits.budget.bytes -= entry.size;
  const timeout = AbortSignal.timeout(limits.fileTimeoutMs);
  const limited = AbortSignal.any([signal, timeout]);
  const retries = createRetries(limits.retry);
  try {
    const dataset = { organization: source.organization, dataset: source.dataset.slug };
    const arrived = (count: number): void => job.progress.bytes(count);
    const file = await transferFile({ peer: job.peer, dataset, entry, blobs, retries, arrived }, limited);
    for (;;) {
      try {
        await objects.put(destination, entry.path, file, caller, limited);
        return { fault: undefined, retries: retries.count };
      } catch (cause) {
        await retries.pause(cause, limited);
      }
    }
  } catch (cause) {
    if (signal.aborted) throw cause;
    if (timeout.aborted) return { fault: tooSlow(limits.fileTimeoutMs), retries: retries.count };
    if (!isOfTheFile(cause)) throw cause;
    return { fault: cause, retries: retries.count };
  }
}

const tooSlow = (limitMs: number): OutboundError =>
  new OutboundError('lasting', `The file did not arrive within ${Math.round(limitMs / 1000)} s.`);

/** Whether a failure is about one file, so that others may still come. */
function isOfTheFile(cause: unknown): cause is Error {
  if (cause instanceof OutboundError) return cause.fault === 'passing' || cause.fault === 'lasting';
  if (cause instanceof BlobError) return false;
  return cause instanceof ServiceError && (cause.code === 'conflict' || cause.code === 'invalid-input');
}

/** Removes what the source does not have; a folder goes when nothing newer is in it. */
async function removeOthers(job: DatasetImport, until: number, seen: ReadonlySet<string>): Promise<void> {
  const { db, objects, destination, signal } = job;
  for await (const { path, isFolder } of olderEntries(db, destination.id, until)) {
    if (seen.has(path)) continue;
    signal.throwIfAborted();
    if (isFolder && !(await isEmptyFolder(db, destination.id, path))) continue;
    await objects.remove(destination, path).catch((cause: unknown) => {
      // Somebody else was faster.
      if (!(cause instanceof ServiceError) || cause.code !== 'not-found') throw cause;
    });
  }
}
