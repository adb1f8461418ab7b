import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { Caller } from '../../http/index.ts';

/** Hash by path of the entries directly in a folder; null for folders. */
export async function folderHashes(
  db: Database,
  datasetId: string,
  folder: string,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('entries')
    .select(['path', 'hash'])
    .where('dataset_id', '=', datasetId)
    .where('parent', '=', folder)
    .execute();
  return new Map(rows.map(({ path, hash }) => [path, hash]));
}

/** Entries that are read at once. */
const PAGE = 1000;

/**
 * Entries that were last written until a time, what is in a folder before the folder; they may be removed meanwhile.
 *
 * @param until seconds since 1970
 */
export async function* olderEntries(
  db: Database,
  datasetId: string,
  until: number,
): AsyncGenerator<{ readonly path: string; readonly isFolder: boolean }> {
  for (let before: string | undefined; ;) {
    const page = await db
      .selectFrom('entries')
      .select(['path', sql<boolean>`hash is null`.as('isFolder')])
      .where('dataset_id', '=', datasetId)
      .where('mtime', '<=', until)
      .$if(before !== undefined, (query) => query.where('path', '<', before!))
      .orderBy('path', 'desc')
      .limit(PAGE)
      .execute();
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)!.path;
  }
}

/** Whether a folder holds anything. */
export async function isEmptyFolder(db: Database, datasetId: string, path: string): Promise<boolean> {
  const child = await db
    .selectFrom('entries')
    .select('path')
    .where('dataset_id', '=', datasetId)
    .where('parent', '=', path)
    .limit(1)
    .executeTakeFirst();
  return child === undefined;
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
