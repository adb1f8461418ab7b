import type { Database } from '../database/index.ts';
import type { Route } from '../http/index.ts';
import { datasetAdministrationRoutes } from './administration/routes.ts';
import type { DatasetAdministration } from './administration/service.ts';
import type { Datasets } from './dataset-service.ts';
import { indexFileRoutes } from './index-file/routes.ts';
import { metadataChangeRoutes } from './metadata/change-routes.ts';
import { metadataRoutes } from './metadata/routes.ts';
import type { Metadata } from './metadata/service.ts';
import { objectRoutes } from './objects/routes.ts';
import type { Objects } from './objects/service.ts';
import type { RescanDependencies } from './rescan/rescan.ts';
import { rescanRoutes } from './rescan/routes.ts';
import { datasetRoutes } from './routes.ts';
import { batchRoutes } from './staging/routes.ts';
import { stampRoutes } from './stamp/routes.ts';
import type { StateFiles } from './state-files/state-files.ts';

/** The address users reach the service at, for a request. */
export type OriginOf = Parameters<typeof datasetRoutes>[1];

export interface RoutedParts {
  readonly db: Database;
  readonly datasets: Datasets;
  readonly administration: DatasetAdministration;
  readonly stamps: StateFiles;
  readonly rescan: RescanDependencies;
  readonly indexFiles: StateFiles;
  readonly metadata: Metadata;
  readonly objects: Objects;
}

/** All routes of this module. */
export function datasetModuleRoutes(parts: RoutedParts, originOf: OriginOf): Route[] {
  const { db, datasets, administration, stamps, rescan, indexFiles, metadata, objects } = parts;
  return [
    ...datasetRoutes(datasets, originOf),
    ...datasetAdministrationRoutes(datasets, administration),
    ...stampRoutes(stamps),
    ...batchRoutes(db),
    ...rescanRoutes(rescan),
    ...indexFileRoutes(indexFiles),
    ...metadataRoutes(db, metadata),
    ...metadataChangeRoutes(metadata),
    ...objectRoutes(db, objects, datasets.grant),
  ];
}
