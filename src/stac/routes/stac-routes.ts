import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import type { EntrySearch } from '../../datasets/index.ts';
import type { Route } from '../../http/index.ts';
import type { Derived } from '../assets.ts';
import { createStac } from '../service.ts';
import { catalogRoutes } from './catalog-routes.ts';
import { collectionRoutes } from './collection-routes.ts';
import type { OriginOf } from './origin.ts';
import { refusedRoutes } from './refused-routes.ts';
import { searchRoutes } from './search-routes.ts';

/** The STAC API over the datasets. What it shows to whom: docs/stac.md. */
export function stacRoutes(
  db: Database,
  blobs: BlobStore,
  searchEntries: EntrySearch,
  derived: Derived,
  originOf: OriginOf,
): Route[] {
  const stac = createStac(db, blobs, searchEntries, derived);
  return [
    ...catalogRoutes(stac, originOf),
    ...collectionRoutes(stac, originOf),
    ...searchRoutes(stac, originOf),
    ...refusedRoutes(),
  ];
}
