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

/** Removes the metadata of these entries, and of all below those that are folders. */
export async function removeMetadataOf(
  transaction: Database,
  datasetId: string,
  paths: readonly string[],
): Promise<void> {
  // One look for each path, so that the index is used.
  await sql`delete from dataset_metadata where id in (
    select metadata.id from unnest(${[...paths]}::text[]) top(path)
    cross join lateral (
      select id from dataset_metadata where dataset_id = ${datasetId}::uuid and path = top.path
      union all select id from dataset_metadata
      where dataset_id = ${datasetId}::uuid and path > top.path || '/' and path < top.path || '0') metadata)`.execute(
    transaction,
  );
}
