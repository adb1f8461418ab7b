import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import { discardFiles } from '../objects/file-storage.ts';
import {
  batchEnded,
  COMMITTED,
  deleteArriving,
  lockBatch,
  ROLLED_BACK,
  RUNNING,
  setBatchState,
  type BatchRow,
} from './batch-store.ts';
import { deleteStaged } from './staged-store.ts';

export interface RollBackDependencies {
  readonly db: Database;
  readonly blobs: BlobStore;
}

/** Rolls a batch back; see `Staging.rollBack`. */
export async function rollBackBatch(
  { db, blobs }: RollBackDependencies,
  transaction: Database,
  { id, datasetId }: Pick<BatchRow, 'id' | 'datasetId'>,
): Promise<() => Promise<void>> {
  const { state } = datasetId === null ? { state: ROLLED_BACK } : await lockBatch(transaction, { id, datasetId });
  if (state === COMMITTED) throw batchEnded({ state });
  if (state !== RUNNING) return () => Promise.resolve();
  const arriving = await deleteArriving(transaction, id);
  await setBatchState(transaction, id, ROLLED_BACK);
  // After the commit, as there can be many: rows of a batch that has ended name no bytes.
  return async () => {
    await discardFiles({ db, blobs }, arriving);
    await takeFilesOut({ db, blobs }, id);
  };
}

/** Removes the files of a batch that has ended, and their bytes where nothing else needs them. */
export async function takeFilesOut({ db, blobs }: RollBackDependencies, id: string): Promise<void> {
  for await (const hashes of deleteStaged(db, id)) await discardFiles({ db, blobs }, hashes);
}
