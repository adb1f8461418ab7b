import { randomUUID } from 'node:crypto';
import type { Caller } from '../../access/index.ts';
import type { Database } from '../../database/index.ts';
import { insertBatch, newBatchToken, RUNNING, type BatchEnding, type BatchRef } from '../../datasets/index.ts';
import { ClaimLost } from '../../jobs/index.ts';
import { nameBatch, type HeldTask } from './attempt-store.ts';

/** Begins the batch that an attempt writes into. @throws ClaimLost when the task is another's */
export async function beginBatch(db: Database, task: HeldTask, user: Pick<Caller, 'id' | 'name'>): Promise<BatchRef> {
  const batch = { id: randomUUID(), datasetId: task.datasetId };
  await db.transaction().execute(async (transaction) => {
    const token = newBatchToken();
    await insertBatch(transaction, { ...batch, kind: 'task', token, user, createdDataset: false });
    if (!(await nameBatch(transaction, task, batch.id))) throw new ClaimLost('The task was ended or goes on elsewhere');
  });
  return batch;
}

/** Takes a batch back; one that is committed, or gone, stays as it is. */
export async function takeBatchBack(db: Database, ending: Pick<BatchEnding, 'rollBackIn'>, id: string): Promise<void> {
  const discard = await db.transaction().execute(async (transaction) => {
    const batch = await transaction
      .selectFrom('upload_batches')
      .select(['id', 'state', 'dataset_id as datasetId'])
      .where('id', '=', id)
      .executeTakeFirst();
    return batch?.state === RUNNING ? ending.rollBackIn(transaction, batch) : undefined;
  });
  await discard?.();
}
