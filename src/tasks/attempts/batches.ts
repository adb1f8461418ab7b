import type { Caller } from '../../access/index.ts';
import type { Database } from '../../database/index.ts';
import { isRunning, type BatchRef, type Staging } from '../../datasets/index.ts';
import { ClaimLost } from '../../jobs/index.ts';
import { nameBatch, type HeldTask } from './attempt-store.ts';

/** Begins the batch that an attempt writes into. @throws ClaimLost when the task is another's */
export function beginBatch(
  db: Database,
  staging: Pick<Staging, 'begin'>,
  task: HeldTask,
  user: Pick<Caller, 'id' | 'name'>,
): Promise<BatchRef> {
  const { datasetId } = task;
  return db.transaction().execute(async (transaction) => {
    const batch = await staging.begin(transaction, { kind: 'task', datasetId, user, createdDataset: false });
    if (!(await nameBatch(transaction, task, batch.id))) throw new ClaimLost('The task was ended or goes on elsewhere');
    return { id: batch.id, datasetId };
  });
}

/** Rolls a batch back. One that is committed, or gone, stays as it is. */
export async function takeBatchBack(db: Database, staging: Pick<Staging, 'rollBack'>, id: string): Promise<void> {
  const discard = await db.transaction().execute(async (transaction) => {
    const batch = await transaction
      .selectFrom('upload_batches')
      .select(['id', 'state', 'dataset_id as datasetId'])
      .where('id', '=', id)
      .executeTakeFirst();
    return batch && isRunning(batch) ? staging.rollBack(transaction, batch) : undefined;
  });
  await discard?.();
}
