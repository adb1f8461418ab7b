import type { Kysely } from 'kysely';
import type { Db as BossDatabase } from 'pg-boss';
import type { Changes } from './changes.ts';
import type { SessionLocks } from './session-locks.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** An open database: the typed query builder, and what the job queue needs to share it. */
export interface OpenDatabase {
  readonly db: Database;
  /** True for the database in a thread of this process: no other process can be using it. */
  readonly embedded: boolean;
  /** What other statements, also of other processes, changed. */
  readonly changes: Changes;
  /** Locks that this process holds for longer than a transaction, and that its death gives back. */
  readonly locks: SessionLocks;
  /** Connections to the server; `undefined` for the embedded database, which has none. */
  connections(): Connections | undefined;
  /** Arguments that make pg-boss use this database. */
  readonly boss:
    | { readonly backend: 'pglite'; readonly db: BossDatabase }
    | { readonly connectionString: string; readonly max: number };
  close(): Promise<void>;
}

/** Connections of this process to the database server. */
export interface Connections {
  readonly open: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}
