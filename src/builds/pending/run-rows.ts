import type { Database } from '../../database/index.ts';
import { ACTIVE_STATES, FINAL_STATES, stateColumns } from '../../jobs/index.ts';

/** Tool of the rows that show runs of coordinators in the index of jobs. */
export const PENDING_TOOL = 'build-pending';

export async function insertRun(
  db: Database,
  run: { readonly id: string; readonly datasetId: string; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ id: run.id, dataset_id: run.datasetId, tool_id: PENDING_TOOL, ...stateColumns('Scheduled', run.at) })
    .execute();
}

/** How a run ended. */
export type RunEnd =
  | { readonly state: 'Succeeded'; readonly result: object }
  | { readonly state: 'Failed'; readonly error: string }
  | { readonly state: 'Deleted' };

/** Ends a run that has not ended. */
export async function endRun(db: Database, id: string, end: RunEnd, at: Date): Promise<void> {
  const facts =
    end.state === 'Succeeded'
      ? { result: JSON.stringify(end.result) }
      : end.state === 'Failed'
        ? { error: end.error }
        : {};
  await db
    .updateTable('jobs')
    .set({ ...stateColumns(end.state, at), ...facts })
    .where('id', '=', id)
    .where('tool_id', '=', PENDING_TOOL)
    .where('state', 'in', ACTIVE_STATES)
    .execute();
}

/** Forgets the runs of a dataset that have ended: nobody asks for those of an epoch when another begins. */
export async function forgetRuns(db: Database, datasetId: string): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('dataset_id', '=', datasetId)
    .where('tool_id', '=', PENDING_TOOL)
    .where('state', 'in', FINAL_STATES)
    .execute();
}
