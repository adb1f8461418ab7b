import { sql, type ExpressionBuilder } from 'kysely';
import type { Database, Tables } from '../../database/index.ts';

/** Values of an entry and of all below it: what is below a folder sorts between `folder/` and `folder0`. */
const inTree = (path: string) => (eb: ExpressionBuilder<Tables, 'dataset_metadata'>) =>
  eb.or([eb('path', '=', path), eb.and([eb('path', '>', `${path}/`), eb('path', '<', `${path}0`)])]);

/** Metadata follows an entry, or a folder with all below it, to another path of its dataset. Ids stay. */
export async function moveMetadata(transaction: Database, datasetId: string, from: string, to: string): Promise<void> {
  await transaction
    .updateTable('dataset_metadata')
    .set({ path: sql<string>`${to}::text || substr(path, char_length(${from}::text) + 1)` })
    .where('dataset_id', '=', datasetId)
    .where(inTree(from))
    .execute();
}

/** Removes the metadata of an entry, or of a folder with all below it. */
export async function removeMetadata(transaction: Database, datasetId: string, path: string): Promise<void> {
  await transaction.deleteFrom('dataset_metadata').where('dataset_id', '=', datasetId).where(inTree(path)).execute();
}
