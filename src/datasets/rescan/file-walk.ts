import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { findEntries } from '../entries/entry-store.ts';

/** Files read at a time. */
const BATCH = 200;

/** The files of a dataset in the order of their paths, of some types or of all, a batch at a time. */
export async function* filesBehind(
  db: Database,
  datasetId: string,
  types: readonly number[],
): AsyncGenerator<EntryRow[]> {
  for (let last = ''; ;) {
    const paths = await db
      .selectFrom('entries')
      .select('path')
      .where('dataset_id', '=', datasetId)
      .where('path', '>', last)
      .where('hash', 'is not', null)
      .$if(types.length > 0, (query) => query.where(sql<boolean>`type = any(${[...types]}::smallint[])`))
      .orderBy('path')
      .limit(BATCH)
      .execute();
    const rows = await findEntries(
      db,
      datasetId,
      paths.map(({ path }) => path),
    );
    const found = new Map(rows.map((row) => [row.path, row]));
    yield paths.flatMap(({ path }) => found.get(path) ?? []).filter(({ hash }) => hash !== null);
    if (paths.length < BATCH) return;
    last = paths.at(-1)!.path;
  }
}
