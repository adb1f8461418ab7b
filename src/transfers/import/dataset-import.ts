import type { Caller, DatasetGrant } from '../../access/index.ts';
import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import type { Objects } from '../../datasets/index.ts';
import { applyChanges, type StampEntry } from '../../sync/index.ts';
import { OutboundError } from '../outbound/index.ts';
import type { Peer, RemoteDataset } from '../peer/index.ts';
import { FileFault } from './file-fault.ts';
import { planImport, type ImportPlan } from './plan.ts';
import type { ImportProgress } from './progress.ts';
import { readRemoteState } from './remote-reading.ts';
import { NO_HASH, type Refuse, type RemoteState } from './remote-state.ts';
import { PHASE, type DatasetTally, type ReportWriter } from './report.ts';
import { importSource, type ImportLimits } from './source.ts';
import { localEntries, localValues } from './store.ts';
import { importTarget, type TargetOptions } from './target.ts';

export interface DatasetImport {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly objects: Objects;
  readonly metadataValues: TargetOptions['metadataValues'];
  readonly peer: Peer;
  readonly source: { readonly organization: string; readonly dataset: RemoteDataset };
  readonly destination: DatasetGrant;
  readonly caller: Caller;
  /** Remove what the source does not have and was there until this time (seconds since 1970); absent: nothing. */
  readonly removeUntil: number | undefined;
  readonly limits: ImportLimits;
  readonly report: ReportWriter;
  readonly progress: ImportProgress;
  readonly signal: AbortSignal;
}

/** What an import of a dataset came to. */
export interface Imported {
  readonly tally: DatasetTally;
  /** Whether metadata came along: also that it is called something, or nothing. */
  readonly hasMetadata: boolean;
}

/** Files that fail one after another before the source counts as gone. */
const MAX_FAILURES_IN_ROW = 20;

/**
 * Makes one dataset what it is at the source. What cannot be imported is named in the report; the rest comes, and nothing is
 * removed. What is there already with the same hash is not fetched: an import that is started again goes on.
 *
 * @throws OutboundError, BlobError or ServiceError when it cannot go on
 */
export async function importDataset(job: DatasetImport): Promise<Imported> {
  const { db, destination, source, report, progress, signal } = job;
  const { slug } = source.dataset;
  const tally: DatasetTally = { size: 0, fileCount: 0, skippedFileCount: 0, unverifiedFileCount: 0 };
  let refused = 0;
  const refuse: Refuse = (path, message) => {
    refused += 1;
    report.fileError(slug, path, message, 0);
  };

  const dataset = { organization: source.organization, dataset: slug };
  const reading = { peer: job.peer, dataset, retryLimits: job.limits.retry, refuse, signal };
  const state = await readRemoteState(reading);
  if (state.entries.size === 0 && source.dataset.entries > 0)
    throw new OutboundError('lasting', `The source says to have ${source.dataset.entries} entries and lists none.`);

  const local = { entries: () => localEntries(db, destination.id), values: () => localValues(db, destination.id) };
  const removeUntil = refused > 0 ? undefined : job.removeUntil;
  const plan = await planImport(state, local, { removeUntil, refuse });
  tally.skippedFileCount = plan.skipped.count;
  progress.bytes(plan.skipped.bytes);

  const isWhole = refused === 0;
  const hasMetadata = await applyPlan(job, state, isWhole ? plan : { ...plan, removes: [], metaRemoves: [] }, tally);
  return { tally, hasMetadata };
}

/** @returns whether metadata came along */
async function applyPlan(
  job: DatasetImport,
  state: RemoteState,
  plan: ImportPlan,
  tally: DatasetTally,
): Promise<boolean> {
  const { report, progress, limits, signal } = job;
  const { slug } = job.source.dataset;
  let hasMetadata = state.meta !== undefined;
  let inRow = 0;
  const source = importSource({
    peer: job.peer,
    dataset: { organization: job.source.organization, dataset: slug },
    state,
    limits,
    blobs: job.blobs,
    arrived: (bytes) => progress.bytes(bytes),
    withheld(cause) {
      hasMetadata = false;
      report.error(slug, PHASE.download, `Metadata stays behind: ${cause.message}`);
    },
  });
  const target = importTarget({
    ...job,
    placed({ size, isNew }, announced) {
      inRow = 0;
      if (!isNew) {
        tally.skippedFileCount += 1;
        return progress.bytes(size);
      }
      tally.size += size;
      tally.fileCount += 1;
      if (announced === NO_HASH) tally.unverifiedFileCount += 1;
      return progress.file();
    },
    refuse: (path, message) => report.fileError(slug, path, message, 0),
  });
  const failed = ({ path }: StampEntry, cause: unknown): void => {
    if (!(cause instanceof FileFault)) throw cause;
    report.fileError(slug, path, cause.message, cause.retries);
    if (cause.cause instanceof OutboundError) inRow += 1;
    if (inRow >= MAX_FAILURES_IN_ROW) throw cause.cause;
  };
  await applyChanges(plan, source, target, { parallel: limits.parallelFiles, signal, failed });
  return hasMetadata;
}
