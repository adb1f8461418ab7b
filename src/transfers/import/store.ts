import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Caller } from '../../access/index.ts';
import type { Database } from '../../database/index.ts';

/** An entry of the dataset that is imported into. */
export interface LocalEntry {
  readonly path: string;
  /** Empty for folders. */
  readonly hash: string;
  readonly size: number;
  /** When it was last written, in seconds since 1970. */
  readonly mtime: number;
}

/** A value of its metadata. */
export interface LocalValue {
  readonly id: string;
  /** Path of its entry; empty for the dataset itself. */
  readonly path: string;
  /** Seconds since 1970. */
  readonly mtime: number;
  /** Whether it says who may read the dataset. */
  readonly isAccess: boolean;
}

/** Rows that are read at once: some ten milliseconds of the embedded database, in which nobody else has a turn. */
const PAGE = 5000;

/** Entries of a dataset by path, in pages. */
export function localEntries(db: Database, datasetId: string): AsyncGenerator<readonly LocalEntry[]> {
  return pages((after) =>
    db
      .selectFrom('entries')
      .select(['path', sql<string>`coalesce(hash::text, '')`.as('hash'), 'size', 'mtime'])
      .where('dataset_id', '=', datasetId)
      .$if(after !== undefined, (query) => query.where('path', '>', after!.path))
      .orderBy('path')
      .limit(PAGE)
      .execute(),
  );
}

/** Values of a dataset and of its entries by id, in pages. */
export function localValues(db: Database, datasetId: string): AsyncGenerator<readonly LocalValue[]> {
  return pages((after) =>
    db
      .selectFrom('dataset_metadata')
      .select([
        'id',
        'path',
        sql<number>`floor(extract(epoch from changed_at))::bigint`.as('mtime'),
        sql<boolean>`path = '' and key in ('visibility', 'public')`.as('isAccess'),
      ])
      .where('dataset_id', '=', datasetId)
      .$if(after !== undefined, (query) => query.where('id', '>', after!.id))
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );
}

async function* pages<Row>(read: (after: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for (let after: Row | undefined; ;) {
    const page = await read(after);
    yield page;
    after = page.at(-1);
    if (page.length < PAGE) return;
    await setImmediate(); // The embedded database answers without anybody else having had a turn.
  }
}

/** Bytes of files with a hash in a dataset; `undefined` when it has none. */
export async function sizeInDataset(db: Database, datasetId: string, hash: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('entries')
    .select('size')
    .where('hash', '=', hash)
    .where('dataset_id', '=', datasetId)
    .limit(1)
    .executeTakeFirst();
  return row?.size;
}

/** What is at a path now, and whether anything is below it. */
export function findLocal(
  db: Database,
  datasetId: string,
  path: string,
): Promise<(Pick<LocalEntry, 'hash' | 'mtime'> & { readonly isEmpty: boolean }) | undefined> {
  return db
    .selectFrom('entries')
    .select(({ eb, exists, not }) => [
      sql<string>`coalesce(hash::text, '')`.as('hash'),
      'mtime',
      not(
        exists(
          eb
            .selectFrom('entries as child')
            .select('path')
            .where('dataset_id', '=', datasetId)
            .where('parent', '=', path),
        ),
      )
        .$castTo<boolean>()
        .as('isEmpty'),
    ])
    .where('dataset_id', '=', datasetId)
    .where('path', '=', path)
    .executeTakeFirst();
}

/** A user who is an administrator now, as the caller he would be; `undefined` for everybody else. */
export async function findAdministrator(db: Database, userId: string): Promise<Caller | undefined> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select(['users.name', 'user_roles.role'])
    .where('users.id', '=', userId)
    .execute();
  const roles = rows.map(({ role }) => role);
  if (!roles.includes('admin') || roles.includes('deactivated')) return undefined;
  return { id: userId, name: rows[0]!.name, roles, isAdmin: true, carrier: 'bearer', tokenExpires: undefined };
}
