import type { Database } from '../database/index.ts';
import { createDatasetIn } from './creation.ts';
import { requireDataset } from './objects/context.ts';
import type { DatasetRef } from './objects/entry-observer.ts';
import { lockDataset } from './store.ts';

/** Holds datasets in transactions that change what belongs to them. */
export interface DatasetLocks {
  /** Locks a dataset for this transaction. @returns false when it is gone */
  lock(transaction: Database, id: string): Promise<boolean>;
  /** The same. @throws `not-found` when it is gone, or in another organization than the caller was let in to */
  require(transaction: Database, dataset: DatasetRef): Promise<void>;
  /** Makes a dataset in a transaction. @throws `conflict` when the organization has one of that slug */
  readonly create: typeof createDatasetIn;
}

export const datasetLocks: DatasetLocks = { lock: lockDataset, require: requireDataset, create: createDatasetIn };
