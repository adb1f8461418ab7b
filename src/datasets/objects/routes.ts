import type { Database } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { changeRoutes, type FindDataset } from './change-routes.ts';
import { listingRoutes } from './listing-routes.ts';
import { markRoutes } from './mark-routes.ts';
import type { Objects } from './service.ts';
import { uploadRoute } from './upload-routes.ts';

/** Routes of the files and folders of a dataset. */
export function objectRoutes(db: Database, objects: Objects, findDataset: FindDataset): Route[] {
  return [
    ...listingRoutes(objects),
    ...markRoutes({ db }),
    uploadRoute(objects),
    ...changeRoutes(objects, findDataset),
  ];
}
