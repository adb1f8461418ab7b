import type { Database } from '../../database/index.ts';
import { listDatasetsOf, lockDatasetsOf, placeDataset, type DatasetFacts } from './store.ts';

/** The datasets of organizations, and moves of datasets between organizations. */
export interface DatasetPlaces {
  /** All datasets of an organization. */
  list(db: Database, organizationId: string): Promise<DatasetFacts[]>;
  /** The same, locked for this transaction. */
  lock(transaction: Database, organizationId: string): Promise<DatasetFacts[]>;
  /** Moves a dataset to an organization, with a slug that is free there. */
  move(transaction: Database, id: string, organizationId: string, slug: string): Promise<void>;
}

export const datasetPlaces: DatasetPlaces = { list: listDatasetsOf, lock: lockDatasetsOf, move: placeDataset };
