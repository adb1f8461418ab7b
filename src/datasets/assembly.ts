import { join } from 'node:path';
import type { Quota } from '../accounts/index.ts';
import type { BlobStore } from '../blobs/index.ts';
import type { Database } from '../database/index.ts';
import type { Inspector } from '../inspection/index.ts';
import type { Operations } from '../jobs/index.ts';
import { createDatasetAdministration } from './administration/service.ts';
import { createDatasets, type DatasetPictures } from './dataset-service.ts';
import { createEntrySearch } from './entries/entry-search.ts';
import { refillSearchColumns } from './entries/search-refill.ts';
import { createIndexFiles } from './index-file/index-file.ts';
import { createMetadataValues } from './metadata/metadata-values.ts';
import { createMetadata } from './metadata/service.ts';
import type { EntryObserver } from './objects/entry-observer.ts';
import { createReinspection } from './objects/reinspection.ts';
import { createPathRemoval } from './objects/removal.ts';
import { createObjects } from './objects/service.ts';
import { createStoredBytes } from './objects/stored-bytes.ts';
import { createPushes } from './push/pushes.ts';
import { createRemoval } from './removal/removal.ts';
import { datasetModuleRoutes, type OriginOf } from './routes-module.ts';
import { giveUpBatches } from './staging/batch-store.ts';
import { createBatchEnding } from './staging/ending.ts';
import { createStaging } from './staging/staging.ts';
import { createStamps } from './stamp/stamps.ts';

export interface DatasetModuleOptions {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly inspector: Inspector;
  readonly operations: Operations;
  readonly quota: Quota;
  /** Told of changes of entries: the builds. */
  readonly observer: EntryObserver;
  /** Told of removed datasets, beside `observer`. */
  readonly removalObservers: readonly Pick<EntryObserver, 'datasetsDeleted'>[];
  readonly dataDir: string;
  readonly pictures: DatasetPictures;
  /** Takes faults that belong to no request. */
  readonly reporter: (what: string) => (error: unknown) => void;
}

export type DatasetModule = ReturnType<typeof assembleDatasets>;

/** Puts the parts of this module together. */
export function assembleDatasets(options: DatasetModuleOptions) {
  const { db, blobs, inspector, operations, quota, observer, dataDir, reporter } = options;
  const datasets = createDatasets(db, options.pictures);
  const metadata = createMetadata(db);
  const stamps = createStamps(db, join(dataDir, 'stamps'), reporter('stamps'));
  const indexFiles = createIndexFiles(db, join(dataDir, 'indexes'), reporter('index files'));
  const removal = createRemoval({
    db,
    operations,
    files: [stamps, indexFiles],
    observers: [observer, ...options.removalObservers],
  });
  const administration = createDatasetAdministration(db, removal);
  const reinspection = createReinspection({ db, blobs, inspector, observer, report: reporter('reinspection') });
  const storing = { db, blobs, inspector, observer, quota, reinspection };
  const staging = createStaging(storing);
  const objects = createObjects(storing);
  const rescan = { db, blobs, inspector, observer, report: reporter('rescan') };
  return {
    datasets,
    metadata,
    metadataValues: createMetadataValues(db),
    stamps,
    removal,
    administration,
    reinspection,
    storing,
    staging,
    ending: createBatchEnding({ db, blobs, removal }),
    pathRemoval: createPathRemoval(storing),
    storedBytes: createStoredBytes({ db, blobs }),
    objects,
    pushes: createPushes({ ...storing, staging, stamps }),
    searchEntries: createEntrySearch(db),
    rescan,
    /** Fills search columns of entries from before these columns. To be called every minute. */
    refillSearchColumns: () => refillSearchColumns(db),
    giveUpBatches,
    routes: (originOf: OriginOf) =>
      datasetModuleRoutes({ db, datasets, administration, stamps, rescan, indexFiles, metadata, objects }, originOf),
  };
}
