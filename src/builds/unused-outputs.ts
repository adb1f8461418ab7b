import { sql } from 'kysely';
import type { Database } from '../database/index.ts';
import type { OutputRow } from './output-store.ts';

/** Removes, of a dataset that the transaction has locked, the outputs of bytes that no entry has. @returns them */
export function removeUnusedOutputs(transaction: Database, datasetId: string): Promise<OutputRow[]> {
  return transaction
    .deleteFrom('outputs')
    .where('dataset_id', '=', datasetId)
    .where(
      sql<boolean>`not exists (
        select from entries where entries.dataset_id = outputs.dataset_id and entries.hash = outputs.hash)`,
    )
    .returning(['dataset_id as datasetId', 'hash', 'kind', 'version'])
    .execute();
}
