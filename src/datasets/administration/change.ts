import type { DatasetGrant } from '../../access/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { requireOrganization } from '../../organizations/index.ts';
import { lockDatasetIn, type DatasetFacts } from './store.ts';

/**
 * Changes a dataset in a transaction that holds it, where the caller was let in. @throws `not-found` when it was deleted or
 * moved meanwhile
 */
export function changeDataset<T>(
  db: Database,
  dataset: DatasetGrant,
  apply: (transaction: Database, present: DatasetFacts) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await requireOrganization(transaction, dataset.organization.id);
    const present = await lockDatasetIn(transaction, dataset.organization.id, dataset.id);
    if (present === undefined) throw fail('not-found', 'The dataset was deleted or moved meanwhile.');
    return apply(transaction, present);
  });
}
