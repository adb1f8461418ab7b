import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/**
 * Brings an index of older clients (version 0) to version 1, as existing clients do: facts are called `properties`, and
 * what stood in `attributes` is metadata.
 */
export function upgradeIndex(database: DatabaseSync): void {
  // Views of SpatiaLite call functions that are not here; without this, renaming a column would look into them.
  database.exec('pragma legacy_alter_table = on');
  database.exec('begin immediate');
  try {
    if (hasColumn(database, 'entries', 'meta') && !hasColumn(database, 'entries', 'properties'))
      database.exec('alter table entries rename column meta to properties');
    database.exec(`
      create table if not exists entries_meta (
        id text primary key, path text not null, key text not null, data text not null, mtime integer not null);
      create index if not exists ix_entries_meta_path_key on entries_meta (path, key);
      create index if not exists ix_entries_meta_key on entries_meta (key)`);
    if (isPublic(database))
      database
        .prepare("insert into entries_meta (id, path, key, data, mtime) values (?, '', 'visibility', '1', ?)")
        .run(randomUUID(), Math.floor(Date.now() / 1000));
    database.exec('pragma user_version = 1; commit');
  } catch (cause) {
    database.exec('rollback');
    throw cause;
  }
  database.exec('pragma legacy_alter_table = off');
}

function hasColumn(database: DatabaseSync, table: string, column: string): boolean {
  return database.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== undefined;
}

/** Whether the old index says that everybody may read, and nothing newer says something else. */
function isPublic(database: DatabaseSync): boolean {
  if (!hasColumn(database, 'attributes', 'ivalue')) return false;
  const attribute = database.prepare("select ivalue from attributes where name = 'public'").get();
  const newer = database.prepare("select 1 from entries_meta where path = '' and key = 'visibility'").get();
  return Number(attribute?.['ivalue'] ?? 0) === 1 && newer === undefined;
}
