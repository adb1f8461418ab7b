import { randomUUID } from 'node:crypto';
import { anyOf, type Database } from '../../database/index.ts';
import type { JobQueue, JobState, SendOptions } from '../../jobs/index.ts';
import { BUILD_CLASSES, type BuildClass } from '../outputs/build-class.ts';
import type { Outputs } from '../outputs/index.ts';
import type { EntryType } from '../../inspection/index.ts';
import { insertBuildJobs, type NewBuildJob } from './asked-jobs.ts';
import { setJobState } from './job-store.ts';
import { takeTurns } from './turns.ts';

/** Queue of each class. Builds that waited before there were classes are in the queue of rasters. */
export const QUEUE_OF: Readonly<Record<BuildClass, string>> = {
  raster: 'build',
  vector: 'build-vector',
  pointcloud: 'build-pointcloud',
  mesh: 'build-mesh',
  light: 'build-light',
};

export const BUILD_QUEUES: readonly string[] = BUILD_CLASSES.map((buildClass) => QUEUE_OF[buildClass]);

/** What a build is asked for by. */
export type AskedBuild = Omit<NewBuildJob, 'id' | 'buildClass' | 'turn'>;

/** Puts builds into the queues of their classes, in which datasets take turns. */
export interface BuildQueue {
  /**
   * Asks for builds of one dataset in a transaction that holds it.
   *
   * @returns how many; of a key that is being built already none is added
   */
  enqueue(transaction: Database, jobs: readonly AskedBuild[], options?: Pick<SendOptions, 'after'>): Promise<number>;
  /** Sends an active job that its queue does not know. */
  sendAgain(db: Database, job: { readonly id: string; readonly buildClass: BuildClass }): Promise<void>;
  /** What the queues know of jobs; those they do not know are left out. */
  states(ids: readonly string[]): Promise<ReadonlyMap<string, JobState>>;
}

export function createBuildQueue(
  queue: Pick<JobQueue, 'send' | 'states'>,
  outputs: Pick<Outputs, 'classOf'>,
): BuildQueue {
  return {
    async enqueue(transaction, jobs, options = {}) {
      const [first] = jobs;
      if (first === undefined) return 0;
      const classes = await classesOf(transaction, outputs, first.datasetId, jobs);
      const turns = await takeTurns(transaction, first.datasetId, classes);
      const rows = jobs.map((job, index) => ({
        ...job,
        id: randomUUID(),
        buildClass: classes[index]!,
        turn: turns[index]!,
      }));
      const written = new Set(await insertBuildJobs(transaction, rows));
      for (const [buildClass, some] of Map.groupBy(
        rows.filter(({ id }) => written.has(id)),
        (row) => row.buildClass,
      )) {
        const ids = some.map(({ id }) => id);
        await queue.send(QUEUE_OF[buildClass], ids, transaction, { ...options, turns: some.map(({ turn }) => turn) });
      }
      return written.size;
    },

    async sendAgain(db, { id, buildClass }) {
      await db.transaction().execute(async (transaction) => {
        if (await setJobState(transaction, id, 'Enqueued')) await queue.send(QUEUE_OF[buildClass], id, transaction);
      });
    },

    async states(ids) {
      const known = await Promise.all(BUILD_QUEUES.map((name) => queue.states(name, ids)));
      return new Map(known.flatMap((states) => [...states]));
    },
  };
}

/** Ends builds in whichever queue they are. */
export async function cancelBuilds(queue: Pick<JobQueue, 'cancel'>, ids: readonly string[]): Promise<void> {
  for (const name of BUILD_QUEUES) await queue.cancel(name, ids);
}

/** The class of each build, by type and size of an entry with its bytes. */
async function classesOf(
  transaction: Database,
  outputs: Pick<Outputs, 'classOf'>,
  datasetId: string,
  jobs: readonly AskedBuild[],
): Promise<BuildClass[]> {
  const hashes = [...new Set(jobs.map(({ hash }) => hash))];
  const entries = await transaction
    .selectFrom('entries')
    .select(['hash', 'type', 'size'])
    .distinctOn('hash')
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .orderBy('hash')
    .$castTo<{ hash: string; type: EntryType; size: number }>()
    .execute();
  const known = new Map(entries.map(({ hash, type, size }) => [hash, outputs.classOf(type, size)]));
  return jobs.map(({ hash }) => known.get(hash) ?? 'light');
}
