import type { DatabaseSync } from 'node:sqlite';
import type { MetaValue } from '../../sync/index.ts';
import type { LocalIndex } from './local-index.ts';

/** Values of the index by id, in order, in the form of a dump. */
export function* valuesById({ database }: LocalIndex, ids: Iterable<string>): Generator<MetaValue> {
  const find = database.prepare('select id, data, mtime, path, key from entries_meta where id = ?');
  for (const id of ids) {
    const row = find.get(id);
    if (row !== undefined) yield row as unknown as MetaValue;
  }
}

/**
 * Takes values over with their ids, and removes others. A key that holds one value keeps the newest; what belongs to an
 * entry that is not here is left out.
 */
export function changeValues(index: LocalIndex, values: readonly MetaValue[], removedIds: readonly string[]): void {
  index.transaction(() => {
    const { database } = index;
    const remove = database.prepare('delete from entries_meta where id = ?');
    for (const id of removedIds) remove.run(id);
    const hasEntry = database.prepare('select 1 from entries where path = ?');
    const insert = database.prepare(
      'insert or replace into entries_meta (id, path, key, data, mtime) values (?, ?, ?, ?, ?)',
    );
    for (const { id, path, key, data, mtime } of values) {
      if (path !== '' && hasEntry.get(path) === undefined) continue;
      if (!key.endsWith('s') && !isNewest(database, path, key, mtime)) continue;
      insert.run(id, path, key, data, mtime);
    }
  });
}

/** Older values of the key go; equally old ones too, as what comes from the other side was there first. */
function isNewest(database: DatabaseSync, path: string, key: string, mtime: number): boolean {
  const newer = database.prepare('select 1 from entries_meta where path = ? and key = ? and mtime > ?');
  if (newer.get(path, key, mtime) !== undefined) return false;
  database.prepare('delete from entries_meta where path = ? and key = ?').run(path, key);
  return true;
}
