import { rename, rm } from 'node:fs/promises';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { AFTERWARDS, SCHEMA, type Content, type IndexEntry } from '../../sync/index.ts';
import { ClientError } from '../client-error.ts';
import { upgradeIndex } from './old-index.ts';

/** An entry of the local index: its geometries are as SpatiaLite keeps them. */
export type IndexedEntry = IndexEntry<Uint8Array>;

/** What the file system says of a file without reading it. */
export interface FileState {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

/** A file of the index, with its state when it was read. */
export interface KnownFile extends FileState {
  readonly hash: string;
  /** When it was read, in milliseconds since 1970. */
  readonly readAt: number;
}

/**
 * What this client needs beyond the index of existing clients; in tables of its own, which they do not look at: states of
 * files, and metadata of what is gone here and was not pushed yet. Numbers are `real`: those of inodes may be beyond what
 * JavaScript has as integers.
 */
const OWN_TABLES = `
  create table if not exists local_files (
    path text primary key not null, size real not null, mtime real not null, ctime real not null, inode real not null,
    read_at real not null) without rowid;
  create table if not exists local_removed_meta (
    path text not null, id text not null, key text not null, data text not null, mtime integer not null,
    primary key (path, id)) without rowid;
  create index if not exists ix_local_removed_meta_id on local_removed_meta (id)`;

const PUT_ENTRY = `
  insert into entries (path, hash, type, properties, mtime, size, depth, point_geom, polygon_geom)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (path) do update set hash = excluded.hash, type = excluded.type, properties = excluded.properties,
    mtime = excluded.mtime, size = excluded.size, depth = excluded.depth, point_geom = excluded.point_geom,
    polygon_geom = excluded.polygon_geom`;
const PUT_STATE = 'insert or replace into local_files values (?, ?, ?, ?, ?, ?)';
const RESTORE_VALUES = `
  insert or ignore into entries_meta (id, path, key, data, mtime)
  select id, path, key, data, mtime from local_removed_meta where path = ?`;
const FORGET_VALUES = 'delete from local_removed_meta where path = ?';

/** Version of the index that this client reads and writes. */
const VERSION = 1;

/** The index of a copy: its entries, their states on the disk, and their metadata. */
export class LocalIndex implements Disposable {
  readonly database: DatabaseSync;
  /** Statements by their text: each file asks the same ones, and what is prepared lies outside of what is collected soon. */
  readonly #prepared = new Map<string, StatementSync>();

  private constructor(database: DatabaseSync) {
    this.database = database;
  }

  #statement(text: string): StatementSync {
    const prepared = this.#prepared.get(text) ?? this.database.prepare(text);
    this.#prepared.set(text, prepared);
    return prepared;
  }

  /** Makes an index that is there whole, or not at all when the process dies meanwhile. */
  static async create(file: string): Promise<LocalIndex> {
    const aside = `${file}.new`;
    for (const left of ['', '-wal', '-shm']) await rm(`${aside}${left}`, { force: true });
    const database = openDatabase(aside);
    try {
      database.exec(`begin; ${SCHEMA}; ${AFTERWARDS}; ${OWN_TABLES}; commit`);
    } finally {
      database.close();
    }
    await rename(aside, file);
    return LocalIndex.open(file);
  }

  /** @throws ClientError when it is of a later version */
  static open(file: string): LocalIndex {
    const database = openDatabase(file);
    const { user_version: version } = database.prepare('pragma user_version').get() as { user_version: number };
    if (version > VERSION) {
      database.close();
      throw new ClientError(`${file} is an index of version ${version}, which this program does not know. Update it.`);
    }
    if (version < VERSION) upgradeIndex(database);
    database.exec(OWN_TABLES);
    return new LocalIndex(database);
  }

  /** All of it or nothing, also when the process dies. */
  transaction<T>(work: () => T): T {
    this.database.exec('begin immediate');
    try {
      const result = work();
      this.database.exec('commit');
      return result;
    } catch (cause) {
      this.database.exec('rollback');
      throw cause;
    }
  }

  content(): Content {
    const rows = this.database.prepare("select path, coalesce(hash, '') as hash from entries").iterate();
    const entries = new Map<string, string>();
    for (const row of rows) entries.set(row['path'] as string, row['hash'] as string);
    const ids = this.database.prepare('select id from entries_meta').iterate();
    return { entries, meta: new Set([...ids].map((row) => row['id'] as string)) };
  }

  /** Files with the states they had; those that existing clients entered have none. */
  knownFiles(): Map<string, KnownFile> {
    const rows = this.database
      .prepare('select f.*, e.hash from local_files f join entries e using (path) where e.hash is not null')
      .iterate();
    return new Map([...rows].map((row) => [row['path'] as string, knownFile(row)]));
  }

  knownFile(path: string): KnownFile | undefined {
    const row = this.#statement('select f.*, e.hash from local_files f join entries e using (path) where path = ?').get(
      path,
    );
    return row === undefined ? undefined : knownFile(row);
  }

  /** Files that had these bytes when they were read. */
  withHash(hash: string): string[] {
    const rows = this.#statement('select path from entries where hash = ? limit 8').all(hash);
    return rows.map((row) => row['path'] as string);
  }

  /** Sizes of all files together, and of single ones. */
  sizeOf(path: string): number {
    return Number(this.#statement('select size from entries where path = ?').get(path)?.['size'] ?? 0);
  }

  put(entry: IndexedEntry, state?: FileState & { readonly readAt: number }): void {
    const { path, hash, type, properties, mtime, size, depth, point, polygon } = entry;
    this.#statement(PUT_ENTRY).run(path, hash, type, properties, mtime, size, depth, point, polygon);
    if (this.#statement(RESTORE_VALUES).run(path).changes > 0) this.#statement(FORGET_VALUES).run(path);
    if (state) this.putState(path, state);
  }

  putState(path: string, state: FileState & { readonly readAt: number }): void {
    this.#statement(PUT_STATE).run(path, state.size, state.mtimeMs, state.ctimeMs, state.inode, state.readAt);
  }

  /** Removes an entry with its metadata. */
  remove(path: string): void {
    for (const table of ['entries', 'local_files', 'entries_meta', 'local_removed_meta'])
      this.#statement(`delete from ${table} where path = ?`).run(path);
  }

  /** Ids of values that are here or set aside. */
  valueIds(): Set<string> {
    const rows = this.database.prepare('select id from entries_meta union select id from local_removed_meta').iterate();
    return new Set([...rows].map((row) => row['id'] as string));
  }

  /** Removes an entry that is gone from the disk; when it comes back before a push, so does its metadata. */
  setAside(path: string): void {
    const values = this.#statement('select id, key, data, mtime from entries_meta where path = ?').all(path);
    this.remove(path);
    const keep = this.#statement('insert into local_removed_meta (path, id, key, data, mtime) values (?, ?, ?, ?, ?)');
    for (const { id, key, data, mtime } of values) keep.run(path, id!, key!, data!, mtime!);
  }

  /** Gives values that were set aside to another path: they come with the entry that is put there. */
  moveSetAside(from: string, to: string): void {
    this.#statement('update or replace local_removed_meta set path = ? where path = ?').run(to, from);
  }

  /** Values that were set aside do not come back. @param isGone which ones; default: all */
  forgetSetAside(isGone: (id: string) => boolean = () => true): void {
    const rows = this.database.prepare('select id from local_removed_meta').all() as { id: string }[];
    const forget = this.database.prepare('delete from local_removed_meta where id = ?');
    this.transaction(() => {
      for (const { id } of rows) if (isGone(id)) forget.run(id);
    });
  }

  [Symbol.dispose](): void {
    this.database.close();
  }
}

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 });
  // Checks of geometries are made by a function of SpatiaLite; ours come from there, or from a service that checked them.
  database.function('GeometryConstraints', { varargs: true, deterministic: true }, () => 1);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal');
  return database;
}

function knownFile(row: Readonly<Record<string, unknown>>): KnownFile {
  const { hash, size, mtime, ctime, inode, read_at: readAt } = row as Record<string, number> & { hash: unknown };
  return {
    hash: String(hash),
    size: size!,
    mtimeMs: mtime!,
    ctimeMs: ctime!,
    inode: inode!,
    readAt: readAt!,
  };
}
