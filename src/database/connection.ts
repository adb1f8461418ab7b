import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { fromKysely, fromPglite, type Db as BossDatabase } from 'pg-boss';
import { outsideRequests } from '../concurrency/index.ts';
import { listenEmbedded, listenServer, type Changes } from './changes.ts';
import { createEmbedded } from './empty-database.ts';
import { extensions } from './extensions.ts';
import { FLUSHING_PARAMETERS, makeFilesFlush } from './flushing.ts';
import { lockFolder } from './folder-lock.ts';
import { migrations } from './migrations/index.ts';
import { openingFault } from './opening-fault.ts';
import { watchForPanic } from './panic.ts';
import { embeddedLocks, serverLocks, type SessionLocks } from './session-locks.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** An open database: the typed query builder, and what the job queue needs to share it. */
export interface OpenDatabase {
  readonly db: Database;
  /** True for the database inside this process: no other process can be using it. */
  readonly embedded: boolean;
  /** What other statements, also of other processes, changed. */
  readonly changes: Changes;
  /** Locks that this process holds for longer than a transaction, and that its death gives back. */
  readonly locks: SessionLocks;
  /** Connections to the server; `undefined` for the embedded database, which has none. */
  connections(): Connections | undefined;
  /** Arguments that make pg-boss use this database. */
  readonly boss: { readonly backend: 'pglite'; readonly db: BossDatabase } | { readonly connectionString: string };
  close(): Promise<void>;
}

/** Connections of this process to the database server. */
export interface Connections {
  readonly open: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

/** Connections one process holds to a PostgreSQL server; the server's default limit is 100 for all processes. */
const POOL_SIZE = 10;
/** Time to wait for a free connection before a request fails rather than queues for ever. */
const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * Opens the PostgreSQL server at `url`, or the embedded database below `folder`, and brings its schema up to date.
 *
 * @throws when the database cannot be reached or a migration fails; nothing is left open then
 */
export async function openDatabase(options: {
  readonly url?: string | undefined;
  readonly folder: string;
  /** Told when the embedded database cannot go on; must end the process (`watchForPanic`). */
  readonly onPanic?: (cause: Error) => void;
  /** Whether commits of the embedded database survive the machine; true unless a test can do without. */
  readonly flushes?: boolean;
}): Promise<OpenDatabase> {
  const { url, folder, onPanic = endProcess, flushes = true } = options;
  if (url !== undefined) return migrated(await openServer(url));
  try {
    return await migrated(await openEmbedded(folder, onPanic, flushes));
  } catch (cause) {
    throw await openingFault(folder, cause);
  }
}

async function migrated(open: OpenDatabase): Promise<OpenDatabase> {
  try {
    await migrate(open.db);
    return open;
  } catch (cause) {
    await open.close();
    throw cause;
  }
}

async function openEmbedded(folder: string, onPanic: (cause: Error) => void, flushes: boolean): Promise<OpenDatabase> {
  const dataDir = join(folder, 'database');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  try {
    if (!existsSync(dataDir)) await createEmbedded(dataDir);
    const pglite = await PGlite.create({
      dataDir,
      parsers: { [pgliteTypes.INT8]: Number },
      extensions,
      ...(flushes ? { startParams: [...FLUSHING_PARAMETERS] } : {}),
    });
    if (flushes) makeFilesFlush(pglite);
    watchForPanic(pglite, onPanic);
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
    const changes = await listenEmbedded(pglite);
    const close = async (): Promise<void> => {
      await pglite.close();
      unlock();
    };
    const boss = { backend: 'pglite', db: fromPglite(pglite) } as const;
    return { db, embedded: true, changes, locks: embeddedLocks(), connections: () => undefined, boss, close };
  } catch (cause) {
    unlock();
    throw cause;
  }
}

function endProcess(cause: Error): never {
  process.stderr.write(
    `The embedded database cannot go on: ${cause.message}\nNothing that was answered is lost. Free some space on the disk and start again.\n`,
  );
  process.exit(1);
}

/** A connection of the pool: the request that opens it is not the one that it fails in later. */
class SharedClient extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): unknown {
    return outsideRequests(() => (callback ? super.connect(callback) : super.connect()));
  }
}

async function openServer(connectionString: string): Promise<OpenDatabase> {
  const changes = await listenServer(connectionString);
  const pool = new pg.Pool({
    Client: SharedClient,
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    // bigint columns hold byte and row counts, far below 2^53.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  // A connection that the server ends must not end the process, neither an idle one (the pool's own event) nor one that
  // is in the middle of a transaction: its next query fails, and another connection is opened.
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const locks = serverLocks(connectionString);
  const close = async (): Promise<void> => {
    await locks.close();
    await changes.close();
    await db.destroy();
  };
  const connections = (): Connections => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return { db, embedded: false, changes, locks, connections, boss: { connectionString }, close };
}

async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('Database migration failed', { cause: error });
}

/** The same transaction, for calls of the job queue that must commit or roll back with it. */
export function forBoss(transaction: Database): BossDatabase {
  return fromKysely(transaction);
}
