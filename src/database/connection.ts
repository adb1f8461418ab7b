import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { fromKysely, type Db as BossDatabase } from 'pg-boss';
import { listenServer } from './changes.ts';
import { SharedClient, TYPES } from './clients.ts';
import { openEmbedded } from './embedded.ts';
import { migrations } from './migrations/index.ts';
import type { Connections, Database, OpenDatabase } from './open-database.ts';
import { openingFault } from './opening-fault.ts';
import { serverLocks } from './session-locks.ts';
import type { Tables } from './tables.ts';

/** Connections one process holds to a PostgreSQL server; the server's default limit is 100 for all processes. */
const POOL_SIZE = 10;
/** Those of several processes that answer on one port; the job queue of each opens as many, when it needs them. */
const POOL_SIZE_TOGETHER = 30;
/** Least of one process: transactions hold one while they run, and others must go on beside them. */
const LEAST_POOL_SIZE = 4;
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
  /** Told when the embedded database cannot go on; must end the process. */
  readonly onPanic?: (cause: Error) => void;
  /** Whether commits of the embedded database survive the machine; true unless a test can do without. */
  readonly flushes?: boolean;
  /** Number of processes that share the connections to a server; 1 by default. */
  readonly processes?: number;
}): Promise<OpenDatabase> {
  const { url, folder, onPanic = endProcess, flushes = true, processes = 1 } = options;
  if (url !== undefined) return migrated(await openServer(url, poolSizeOf(processes)));
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

function endProcess(cause: Error): never {
  process.stderr.write(
    `The embedded database cannot go on: ${cause.message}\nNothing that was answered is lost. Free some space on the disk and start again.\n`,
  );
  process.exit(1);
}

const poolSizeOf = (processes: number): number =>
  Math.min(POOL_SIZE, Math.max(LEAST_POOL_SIZE, Math.floor(POOL_SIZE_TOGETHER / processes)));

async function openServer(connectionString: string, max: number): Promise<OpenDatabase> {
  const changes = await listenServer(connectionString);
  const pool = new pg.Pool({
    Client: SharedClient,
    connectionString,
    max,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    types: TYPES,
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
  return { db, embedded: false, changes, locks, connections, boss: { connectionString, max }, close };
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
