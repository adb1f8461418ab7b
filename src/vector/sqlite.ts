import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Opens a built file for reading. It may not change while it is open: nothing is locked. @throws when it is missing */
export function openImmutable(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.search = 'immutable=1';
  return new DatabaseSync(url, { readOnly: true });
}

/** A name as an identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
