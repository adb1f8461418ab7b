export { readBox } from './entries/box-input.ts';
export { listDatasetsOf, lockDatasetsOf, placeDataset, type DatasetFacts } from './administration/store.ts';
export { createDatasetAdministration, type DatasetAdministration } from './administration/service.ts';
export { datasetAdministrationRoutes } from './administration/routes.ts';
export { createDatasetIn } from './creation.ts';
export { createDatasets, type Datasets } from './dataset-service.ts';
export { baseName, checkEntryPath, parentOf, shown } from './entries/entry-path.ts';
export { UNKNOWN_COMPANIONS, type BuildCandidate, type EntryRow } from './entries/entry-row.ts';
export { entriesBelow, findEntries, findEntry, findKeyEntry, lockBlob, usedBlobs } from './entries/entry-store.ts';
export type { BoundingBox, EntryFilter } from './entries/entry-filter.ts';
export { searchEntries, type FoundEntry, type SearchPage, type SearchPosition } from './entries/entry-search.ts';
export { refillSearchColumns } from './entries/search-refill.ts';
export type { BuildState } from './entries/entry.ts';
export { createIndexFiles } from './index-file/index-file.ts';
export { indexFileRoutes } from './index-file/routes.ts';
export { metadataChangeRoutes } from './metadata/change-routes.ts';
export { metadataRoutes } from './metadata/routes.ts';
export { removeValuesById, restoreValues } from './metadata/restoring.ts';
export { createMetadata, type Metadata } from './metadata/service.ts';
export { findValuesOfKey } from './metadata/metadata-store.ts';
export { inspectAgain } from './objects/inspect-again.ts';
export { fingerprintOf } from './objects/inspection.ts';
export { areUnchanged, companionsBeside, inDataset, neighboursOf, type SeenFiles } from './objects/neighbours.ts';
export { objectRoutes } from './objects/routes.ts';
export { discardFiles } from './objects/file-storage.ts';
export { expectedHash } from './objects/checksum.ts';
export { requireDataset, requireEntry, type ObjectDependencies, type Uploader } from './objects/context.ts';
export { refreshAfterRemoval, removePathsIn, type RemovedPaths } from './objects/removal.ts';
export type { DatasetRef, EntryObserver } from './objects/entry-observer.ts';
export { checkConditions, etagOf } from './objects/conditions.ts';
export type { Listed } from './objects/listing.ts';
export { createReinspection, type Reinspection } from './objects/reinspection.ts';
export { createObjects, type Objects } from './objects/service.ts';
export { datasetRoutes } from './routes.ts';
export {
  batchBytes,
  batchEnded,
  chargeBatch,
  COMMITTED,
  countRunningBatches,
  deleteBatch,
  findBatch,
  giveUpBatches,
  insertBatch,
  lockBatch,
  lockRunningBatch,
  lockRunningBatchesOf,
  moveBatch,
  newBatchToken,
  RUNNING,
  type BatchRef,
  type BatchRow,
} from './staging/batch-store.ts';
export type { Applied } from './staging/applying.ts';
export { listBatchFiles } from './staging/batches.ts';
export { BatchBody, batchRoutes } from './staging/routes.ts';
export type { BatchEnding } from './staging/ending.ts';
export { createUploadBatches, type UploadBatches } from './staging/staging.ts';
export { findStaged } from './staging/staged-store.ts';
export type { StagedFile, Staging, StagingOptions } from './staging/batch-files.ts';
export { rescan, type RescanDependencies } from './rescan/rescan.ts';
export { readTypes } from './rescan/types.ts';
export { rescanRoutes } from './rescan/routes.ts';
export { createPushes, type Pushes, type PushStep, type PushTarget, type PushUser } from './push/pushes.ts';
export { announcedHash, type PushRow, type SentValue } from './push/push-store.ts';
export { checksumIn } from './stamp/stamp-text.ts';
export type { StateFiles } from './state-files/state-files.ts';
export { createRemoval, REMOVAL_TOOL, type DatasetRemoval } from './removal/removal.ts';
export { stampRoutes } from './stamp/routes.ts';
export { createStamps } from './stamp/stamps.ts';
export { lockDataset } from './store.ts';
