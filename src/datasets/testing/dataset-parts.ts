import { createDatasets, type Datasets } from '../dataset-service.ts';
import type { ObjectDependencies } from '../objects/context.ts';
import { createPathRemoval, type PathRemoval } from '../objects/removal.ts';
import { createStoredBytes, type StoredBytes } from '../objects/stored-bytes.ts';
import { createBatchEnding, type BatchEnding, type EndingDependencies } from '../staging/ending.ts';
import { createStaging, type Staging } from '../staging/staging.ts';

export { createStoredBytes } from '../objects/stored-bytes.ts';
export { batchReading } from '../staging/batches.ts';

/** What the modules above use of datasets, on the dependencies of a test. */
export interface DatasetParts {
  readonly datasets: Datasets;
  readonly staging: Staging;
  readonly ending: BatchEnding;
  readonly removal: PathRemoval;
  readonly bytes: StoredBytes;
}

export function createDatasetParts(storing: ObjectDependencies, removal: EndingDependencies['removal']): DatasetParts {
  const { db, blobs } = storing;
  return {
    datasets: createDatasets(db, { candidates: [], covers: [] }),
    staging: createStaging(storing),
    ending: createBatchEnding({ db, blobs, removal }),
    removal: createPathRemoval(storing),
    bytes: createStoredBytes({ db, blobs }),
  };
}
