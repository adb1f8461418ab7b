import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Pages of a file kept in memory, in kB. A server has some hundred files open, and the system caches them as well. */
const CACHE_KB = 512;

/** Opens a built file for reading. It may not change while it is open: nothing is locked. @throws when it is missing */
export function openImmutable(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.search = 'immutable=1';
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec(`PRAGMA cache_size = -${CACHE_KB}`);
  return database;
}

/** A name as an identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
