import type { Database } from '../../database/index.ts';
import type { ObjectDependencies, Uploader } from '../objects/context.ts';
import { applyStaged, type Applied } from './applying.ts';
import type { BatchRef } from './batch-store.ts';
import { createBatchEnding, type BatchEnding, type EndingDependencies } from './ending.ts';
import { createStaging, type Staging } from './batch-files.ts';

/** Batches of files that become part of a dataset together. */
export interface UploadBatches {
  readonly staging: Staging;
  readonly ending: BatchEnding;
  /** Commits a batch in a transaction that holds its dataset; see `applyStaged`. */
  apply(transaction: Database, batch: BatchRef, uploader: Uploader): Promise<Applied>;
  /** To be called after the commit. Looks again at files that depend on what came; never rejects. */
  refresh(batch: BatchRef, applied: Applied, signal: AbortSignal): Promise<void>;
}

export function createUploadBatches(
  dependencies: ObjectDependencies & Pick<EndingDependencies, 'removal'>,
): UploadBatches {
  return {
    staging: createStaging(dependencies),
    ending: createBatchEnding(dependencies),
    apply: (transaction, batch, uploader) => applyStaged(dependencies, transaction, batch, uploader),
    async refresh({ datasetId }, { changed, cleanUp }, signal) {
      await cleanUp();
      await dependencies.reinspection.refresh({ id: datasetId }, changed, signal);
    },
  };
}
