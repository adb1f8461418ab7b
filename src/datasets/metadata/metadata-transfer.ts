import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

interface Place {
  readonly datasetId: string;
  readonly path: string;
}

/** Metadata follows an entry, or a folder with all below it, into another dataset. Ids stay. */
export async function transferMetadata(transaction: Database, from: Place, to: Place): Promise<void> {
  // Taken out and put in, not updated: so each dataset counts what it lost or gained.
  await sql`
    with gone as (
      delete from dataset_metadata
      where dataset_id = ${from.datasetId}::uuid
        and (path = ${from.path} or (path > ${`${from.path}/`} and path < ${`${from.path}0`}))
      returning *)
    insert into dataset_metadata (id, dataset_id, path, key, data, changed_at)
    select id, ${to.datasetId}::uuid, ${to.path}::text || substr(path, char_length(${from.path}::text) + 1), key, data, changed_at
    from gone`.execute(transaction);
}
