import { sql, type RawBuilder } from 'kysely';
import { anyOf, type Database } from '../database/index.ts';
import type { OutputRow } from './output-store.ts';

const entryWith = (condition: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`exists (
  select from entries
  where entries.dataset_id = outputs.dataset_id and entries.hash = outputs.hash and ${condition})`;

const SAME_FILES = sql<boolean>`entries.companions = outputs.companions`;

/** Whether an entry was built so before, and has no output of this kind with its own fingerprint: the older one serves for it. */
const SERVED_BY_OLDER = sql<boolean>`entries.former_companions = outputs.companions and not exists (
  select from outputs own
  where own.dataset_id = entries.dataset_id and own.hash = entries.hash
    and own.kind = outputs.kind and own.companions = entries.companions)`;

/**
 * Removes, of a dataset that the transaction has locked, the outputs that serve no entry: no entry has its bytes
 * with the files beside them that it was made with, or had before and has no later one.
 *
 * @param hashes only of these bytes; of all unless told
 * @returns them
 */
export function removeUnusedOutputs(
  transaction: Database,
  datasetId: string,
  hashes?: readonly string[],
): Promise<OutputRow[]> {
  return transaction
    .deleteFrom('outputs')
    .where('dataset_id', '=', datasetId)
    .$if(hashes !== undefined, (query) => query.where('hash', '=', anyOf(hashes!, 'char(64)')))
    .where(sql<boolean>`not (${entryWith(sql<boolean>`(${SAME_FILES} or ${SERVED_BY_OLDER})`)})`)
    .returning(['dataset_id as datasetId', 'hash', 'companions', 'kind', 'version'])
    .execute();
}
