import { anyOf, type Database } from '../database/index.ts';
import type { EntryObserver } from '../datasets/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import type { Artifacts } from './attempts/artifacts.ts';
import { TASK_QUEUE } from './dispatch/dispatch.ts';

export interface TaskRemovalDependencies {
  readonly queue: Pick<JobQueue, 'cancel'>;
  readonly artifacts: Pick<Artifacts, 'remove'>;
  /** Told of faults that come too late to fail anything. */
  readonly onError: (error: unknown) => void;
}

/** What becomes of tasks when their datasets are removed: those that run end, and what they made goes. Their rows go with the datasets. */
export function removeTasksOf({
  queue,
  artifacts,
  onError,
}: TaskRemovalDependencies): Pick<EntryObserver, 'datasetsDeleted'> {
  return {
    async datasetsDeleted(transaction, datasetIds) {
      const tasks = await tasksOf(transaction, datasetIds);
      const ways = tasks.flatMap(({ queueId }) => queueId ?? []);
      const tidy = async (): Promise<void> => {
        if (ways.length > 0) await queue.cancel(TASK_QUEUE, ways);
        for (const { id, file } of tasks) if (file !== null) await artifacts.remove(id);
      };
      // What it leaves is harmless: a task without a row does nothing, and the sweep finds files that nobody names.
      return () => tidy().catch(onError);
    },
  };
}

function tasksOf(
  db: Database,
  datasetIds: readonly string[],
): Promise<{ readonly id: string; readonly queueId: string | null; readonly file: string | null }[]> {
  return db
    .selectFrom('tasks')
    .innerJoin('jobs', 'jobs.id', 'tasks.job_id')
    .select(['jobs.id', 'tasks.queue_id as queueId', 'tasks.artifact_file as file'])
    .where('jobs.dataset_id', '=', anyOf(datasetIds, 'uuid'))
    .where((eb) => eb.or([eb('tasks.queue_id', 'is not', null), eb('tasks.artifact_file', 'is not', null)]))
    .execute();
}
