export { createDatasets, type Datasets } from './dataset-service.ts';
export { baseName, checkEntryPath, shown } from './entry-path.ts';
export { findEntry, findEntryByHash, lockBlob, usedBlobs, type EntryRow } from './entry-store.ts';
export type { BuildState } from './entry.ts';
export { objectRoutes } from './object-routes.ts';
export { createObjects, requireEntry, type DatasetRef, type EntryObserver, type Objects } from './object-service.ts';
export { datasetRoutes } from './routes.ts';
export { lockDataset } from './store.ts';
