import type { Database } from '../database/index.ts';
import { entryReading, type DatasetRef, type EntryObserver, type EntryRow } from '../datasets/index.ts';
import type { BuildQueue } from './jobs/build-queue.ts';
import { activeBuildOf, newestBuildJobs } from './jobs/job-store.ts';
import type { Outputs } from './outputs/index.ts';
import { enqueuePiece } from './pending/due-builds.ts';

/** What became of the wish for a build. */
export interface AskedBuild {
  /** The job that builds the file, or has built it as it is; null when nothing is built of such a file. */
  readonly jobId: string | null;
  /** Whether the job came into being by being asked for. */
  readonly isNew: boolean;
}

/** Builds that somebody asks for, in a transaction that holds the dataset. */
export interface BuildRequests {
  /**
   * Asks for the build of a file; with `force` also of what is built already. A part of a shapefile stands for the whole.
   *
   * @throws `not-found` when there is no such entry
   */
  one(
    transaction: Database,
    dataset: DatasetRef,
    path: string,
    force: boolean,
    userId: string | null,
  ): Promise<AskedBuild>;
  /** Asks for the builds that wait and may be tried again. @returns how many */
  pending(transaction: Database, dataset: DatasetRef): Promise<number>;
}

export interface BuildRequestOptions {
  readonly observer: Pick<EntryObserver, 'written' | 'rebuild'>;
  readonly outputs: Outputs;
  readonly queue: Pick<BuildQueue, 'enqueue'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Pieces of what waits that one transaction asks for, as uploads to the dataset wait for it: the coordinator has the rest. */
const MOST_PIECES = 10;

export function createBuildRequests({ observer, outputs, queue, now }: BuildRequestOptions): BuildRequests {
  const isBuilt = ({ type, path }: EntryRow): boolean => outputs.of(type, path).length > 0;

  const wholeOf = async (transaction: Database, dataset: DatasetRef, path: string): Promise<EntryRow> => {
    const named = await entryReading.require(transaction, dataset, path);
    const whole = isBuilt(named) ? undefined : await findWhole(transaction, dataset, path);
    return whole === undefined ? named : entryReading.require(transaction, dataset, whole);
  };

  return {
    async one(transaction, dataset, path, force, userId) {
      const entry = await wholeOf(transaction, dataset, path);
      const { hash, companions } = entry;
      if (hash === null || !isBuilt(entry)) return { jobId: null, isNew: false };
      const key = { datasetId: dataset.id, hash, companions };
      const before = await activeBuildOf(transaction, key);
      if (force) await observer.rebuild(transaction, dataset, [entry], userId);
      else await observer.written(transaction, dataset, [entry], userId);
      const active = await activeBuildOf(transaction, key);
      if (active !== undefined) return { jobId: active, isNew: active !== before };
      const jobs = await newestBuildJobs(transaction, dataset.id, [hash]);
      return { jobId: jobs.find((job) => job.companions === companions)?.id ?? null, isNew: false };
    },

    async pending(transaction, { id }) {
      let [count, after]: [number, string | undefined] = [0, undefined];
      for (let piece = 0; piece < MOST_PIECES; piece += 1) {
        const { enqueued, end } = await enqueuePiece(transaction, id, after, { queue, now });
        count += enqueued;
        if (end === undefined) break;
        after = end;
      }
      return count;
    },
  };
}

/** What is built as a part of another file: the parts of a shapefile, by the name of the file without its extension. */
const PART = /^(.*[^/])\.(?:shx|dbf|prj|cpg)$/i;

/** @returns path of the file that one of these is a part of */
async function findWhole(db: Database, { id }: DatasetRef, part: string): Promise<string | undefined> {
  const [, stem] = PART.exec(part) ?? [];
  if (stem === undefined) return undefined;
  const found = await db
    .selectFrom('entries')
    .select('path')
    .where('dataset_id', '=', id)
    .where('path', 'in', [`${stem}.shp`, `${stem}.SHP`])
    .orderBy('path', 'desc')
    .executeTakeFirst();
  return found?.path;
}
