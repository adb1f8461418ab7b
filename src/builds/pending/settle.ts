import type { Database } from '../../database/index.ts';
import { entryReading } from '../../datasets/index.ts';
import { settlementOf, type BuildOutcome } from '../attempts/outcome.ts';
import type { PendingFollowUp } from '../attempts/settle.ts';
import type { JobRow } from '../jobs/job-store.ts';
import { holdCoordination } from './coordination.ts';
import type { Coordinator } from './coordinator.ts';
import { endIdleChain } from './end-chain.ts';
import type { Markers } from './marker.ts';
import { markerOf } from './reconcile.ts';
import {
  deletePendingOfKey,
  findPending,
  hasPendingOf,
  putPending,
  type PendingBuild,
  type PendingName,
} from './pending-store.ts';
import { seenFrom } from './places.ts';

export interface FollowUpOptions {
  readonly markers: Markers;
  readonly coordinator: Pick<Coordinator, 'begin'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of markers that could not be read, written or removed; the sweep repairs them. */
  readonly onError: (error: unknown) => void;
}

/**
 * Changes the index of markers, the retries that may follow, and the markers themselves. A marker that cannot be replaced
 * stays as it was. An outcome without a marker, which is nearly every success, costs one statement.
 */
export function createFollowUp({ markers, coordinator, now, onError }: FollowUpOptions): PendingFollowUp {
  /** Whether there is a marker file; it may have lost its row. One that cannot be read counts. */
  const hasMarker = async ({ datasetId, hash, path }: JobRow): Promise<boolean> => {
    try {
      return (await markers.has(datasetId, { hash, path })) || (await markers.has(datasetId, { hash, path: null }));
    } catch (fault) {
      onError(fault);
      return true;
    }
  };

  const removeMarkers = async (datasetId: string, names: readonly PendingName[]): Promise<void> => {
    for (const name of names) await markers.remove(datasetId, name).catch(onError);
  };

  const remove = async (transaction: Database, job: JobRow): Promise<() => Promise<void>> => {
    const { datasetId, path, hash } = job;
    const removed = await deletePendingOfKey(transaction, job, path);
    if (removed.length > 0) await endIdleChain(transaction, datasetId, new Date(now()));
    // An entry at this path may still be pending with another key. Without a row, a marker may have lost its row.
    const other = await findPending(transaction, datasetId, path, hash);
    return () => removeMarkers(datasetId, other === undefined ? [...removed, { path, hash }] : removed);
  };

  return {
    async concerns(transaction, job, outcome) {
      const { marker } = settlementOf(outcome);
      if (marker === 'leave') return false;
      const isConcerned =
        marker === 'write' ||
        (await hasPendingOf(transaction, job.datasetId, job.hash)) ||
        (marker === 'remove' && (await hasMarker(job)));
      if (isConcerned) await holdCoordination(transaction, job.datasetId);
      return isConcerned;
    },

    async follow(transaction, job, outcome) {
      const { marker, retries } = settlementOf(outcome);
      if (marker === 'remove') return remove(transaction, job);
      const { datasetId } = job;
      const waits = await whatWaits(transaction, job, outcome, new Date(now()));
      if (waits === undefined) return () => Promise.resolve();
      await putPending(transaction, datasetId, waits);
      if (retries) await coordinator.begin(transaction, datasetId, waits);
      return () => markers.write(datasetId, markerOf(waits)).catch(onError);
    },
  };
}

/** The pending build after an attempt; undefined when none was pending and nothing is missing. */
async function whatWaits(
  transaction: Database,
  job: JobRow,
  outcome: BuildOutcome,
  lastAttempt: Date,
): Promise<PendingBuild | undefined> {
  const { datasetId, hash } = job;
  if (outcome.kind === 'deferred') {
    const entry = await entryReading.ofKey(transaction, job, outcome.path);
    return entry && { path: entry.path, hash, missing: seenFrom(entry.path, outcome), lastAttempt };
  }
  const entry = await entryReading.ofKey(transaction, job, job.path);
  const before = entry && (await findPending(transaction, datasetId, entry.path, hash));
  return before && { ...before, lastAttempt };
}
