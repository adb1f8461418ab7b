import type { Database } from '../../database/index.ts';
import { requireRunning, type BatchRow, type Staging } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { UploadRow } from './store.ts';

/**
 * What a batch demands of a file that is to be staged in it: the SHA-256 it must have, or nothing.
 *
 * @throws `invalid-input` for a path that the batch does not take
 */
export type AnnouncedHash = (batch: BatchRow, path: string) => Promise<string | undefined>;

/**
 * The batch that an upload names. @throws `not-found` unless it is the user's own, of this dataset; `invalid-input` when it
 * has ended
 */
export async function findBatchTarget(
  db: Database,
  { read }: Pick<Staging, 'read'>,
  { datasetId, userId }: Pick<UploadRow, 'datasetId' | 'userId'>,
  token: string,
): Promise<BatchRow> {
  const batch = await read.find(db, token);
  if (batch === undefined || batch.userId !== userId || batch.datasetId !== datasetId)
    throw fail('not-found', 'There is no batch of this token in the dataset.');
  requireRunning(batch);
  return batch;
}
