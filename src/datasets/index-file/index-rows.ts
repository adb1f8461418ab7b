import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { listValues, type DumpedValue } from '../metadata/metadata-store.ts';
import type { IndexEntry, StoredGeometry } from '../../sync/index.ts';

/** What the writer of an index file is told. */
export type IndexMessage =
  | { readonly kind: 'entries'; readonly rows: readonly IndexEntry<StoredGeometry>[] }
  | { readonly kind: 'metadata'; readonly rows: readonly DumpedValue[] }
  | { readonly kind: 'end' };

/** Rows of one statement and one message: a megabyte or two. */
const BATCH = 2000;

/** Everything an index file holds, in the order in which it is written. Others have their turn behind each message. */
export async function* indexMessages(db: Database, datasetId: string): AsyncGenerator<IndexMessage> {
  for await (const message of messages(db, datasetId)) {
    yield message;
    // What two threads have sent by now is read without anything else having had its turn.
    await setImmediate();
  }
}

async function* messages(db: Database, datasetId: string): AsyncGenerator<IndexMessage> {
  for (let last = ''; ;) {
    const rows = await entryRows(db, datasetId, last);
    if (rows.length > 0) yield { kind: 'entries', rows };
    if (rows.length < BATCH) break;
    last = rows.at(-1)!.path;
  }
  for (let last: string | undefined; ;) {
    const rows = await listValues(db, datasetId, last, BATCH);
    if (rows.length > 0) yield { kind: 'metadata', rows };
    if (rows.length < BATCH) break;
    last = rows.at(-1)!.id;
  }
  yield { kind: 'end' };
}

async function entryRows(db: Database, datasetId: string, last: string): Promise<IndexEntry<StoredGeometry>[]> {
  return db
    .selectFrom('entries')
    .select([
      'path',
      'hash',
      'type',
      sql<string>`coalesce(properties::text, 'null')`.as('properties'),
      'mtime',
      'size',
      'depth',
      sql<StoredGeometry | null>`point_geom`.as('point'),
      sql<StoredGeometry | null>`polygon_geom`.as('polygon'),
    ])
    .where('dataset_id', '=', datasetId)
    .where('path', '>', last)
    .orderBy('path')
    .limit(BATCH)
    .execute();
}
