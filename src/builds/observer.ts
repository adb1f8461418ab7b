import type { Database } from '../database/index.ts';
import type { BuildCandidate, EntryObserver } from '../datasets/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { keyText } from './build-key.ts';
import { cancelBuilds, type BuildQueue } from './jobs/build-queue.ts';
import { activeBuildJobs, deleteBuildJobs } from './jobs/job-store.ts';
import type { OutputFolders } from './output-folders.ts';
import { builtKinds, removeOutputs } from './output-store.ts';
import type { Outputs } from './outputs/index.ts';
import { askForAnswered } from './pending/answered.ts';
import { endIdleChain } from './pending/end-chain.ts';
import type { Markers } from './pending/marker.ts';
import { deletePendingOf } from './pending/pending-store.ts';
import { movePending } from './pending/places.ts';
import { buildStates, isBuilt } from './states.ts';
import { builtProperties } from './built-properties.ts';

export interface ObserverOptions {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'cancel'>;
  readonly buildQueue: Pick<BuildQueue, 'enqueue'>;
  readonly folders: OutputFolders;
  readonly outputs: Outputs;
  readonly markers: Pick<Markers, 'remove'>;
  /** Told of faults that come too late to fail a request. */
  readonly onError: (error: unknown) => void;
}

/** Jobs written or stopped by one statement. */
const PIECE = 2000;

/** What builds do when entries change. */
export function createObserver({
  db,
  queue,
  buildQueue,
  folders,
  outputs,
  markers,
  onError,
}: ObserverOptions): EntryObserver {
  /** The jobs for those entries that something is built of. */
  const jobsOf = (datasetId: string, entries: readonly BuildCandidate[], userId: string | null, forced: boolean) =>
    entries.flatMap(({ path, hash, companions, type }) =>
      hash === null || outputs.of(type, path).length === 0
        ? []
        : [{ datasetId, path, hash, companions, type, userId, forced }],
    );

  return {
    types: outputs.types,

    async written(transaction, { id }, entries, userId) {
      const asked = jobsOf(id, entries, userId, false);
      for (let from = 0; from < asked.length; from += PIECE) {
        const some = asked.slice(from, from + PIECE);
        const built = await builtKinds(
          transaction,
          id,
          some.map(({ hash }) => hash),
        );
        const unbuilt = some.filter((job) => !isBuilt(outputs, job, built.get(keyText(job))));
        await buildQueue.enqueue(transaction, unbuilt);
      }
      const came = entries.flatMap(({ path, hash }) => (hash === null ? [] : path));
      await askForAnswered(transaction, buildQueue, id, came);
    },

    async rebuild(transaction, { id }, entries, userId) {
      await buildQueue.enqueue(transaction, jobsOf(id, entries, userId, true));
    },

    moved: (transaction, { id }, from, to) => movePending(transaction, id, from, to),

    async unused(transaction, dataset, hashes) {
      const removed = await removeOutputs(transaction, dataset.id, hashes);
      const stopped = await deleteBuildJobs(transaction, dataset.id, hashes);
      const waited = await deletePendingOf(transaction, dataset.id, hashes);
      if (waited.length > 0) await endIdleChain(transaction, dataset.id, new Date());
      const tidy = async (): Promise<void> => {
        if (stopped.length > 0) await cancelBuilds(queue, stopped);
        for (const { datasetId, version } of removed) await folders.remove(datasetId, version);
        for (const name of waited) await markers.remove(dataset.id, name);
      };
      // What it leaves is harmless: a deleted job builds nothing, the clean-up finds folders nobody names, the sweep markers.
      return () => tidy().catch(onError);
    },

    datasetsDeleted(_transaction, datasetIds) {
      const stop = async (id: string): Promise<void> => {
        for (let active = await activeBuildJobs(db, id, undefined, PIECE); active.length > 0;) {
          await cancelBuilds(
            queue,
            active.map((job) => job.id),
          );
          active = await activeBuildJobs(db, id, active.at(-1), PIECE);
        }
      };
      const tidy = async (): Promise<void> => {
        for (const id of datasetIds) await stop(id);
        for (const id of datasetIds) await folders.removeDataset(id);
      };
      // As above: a job whose row is gone builds nothing.
      return Promise.resolve(() => tidy().catch(onError));
    },

    states: (dataset, entries) => buildStates(db, outputs, dataset.id, entries),

    properties: (dataset, entry) => builtProperties(db, outputs, dataset.id, entry),
  };
}
