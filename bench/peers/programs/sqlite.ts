import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite with as many entries, in this process: what a search costs without a server and without rights. */
export interface SqliteEntries {
  /** Entries directly in a folder, as JSON. */
  list(folder: string): string;
  /** The first hundred whose name has a text in it. */
  search(text: string): string;
  get(path: string): string;
  close(): void;
}

/** @param perFolder as in `fillEntries`, whose paths these are */
export function sqliteEntries(folder: string, files: number, perFolder: number): SqliteEntries {
  const db = new DatabaseSync(join(folder, `entries-${files}.sqlite`));
  db.exec(`create table entries (path text primary key, parent text not null, name text not null, hash text, size integer, properties text);
    create index by_parent on entries (parent, path); begin`);
  const insert = db.prepare('insert into entries values (?, ?, ?, ?, 1000, ?)');
  const properties = JSON.stringify({ width: 5472, height: 3648, make: 'DJI', model: 'FC6310' });
  for (let n = 0; n < Math.ceil(files / perFolder); n += 1) {
    const name = `f${String(n).padStart(6, '0')}`;
    insert.run(`flights/${name}`, 'flights', name, null, null);
  }
  for (let n = 0; n < files; n += 1) {
    const [parent, name] = [
      `flights/f${String(Math.floor(n / perFolder)).padStart(6, '0')}`,
      `DJI_${String(n).padStart(7, '0')}.JPG`,
    ];
    insert.run(`${parent}/${name}`, parent, name.toLowerCase(), '0'.repeat(64), properties);
  }
  db.exec('commit');
  const listing = db.prepare('select * from entries where parent = ? order by path limit 10000');
  const searching = db.prepare('select * from entries where name like ? order by path limit 100');
  const one = db.prepare('select * from entries where path = ?');
  return {
    list: (parent) => JSON.stringify(listing.all(parent)),
    search: (text) => JSON.stringify(searching.all(`%${text}%`)),
    get: (path) => JSON.stringify(one.get(path)),
    close: () => db.close(),
  };
}
