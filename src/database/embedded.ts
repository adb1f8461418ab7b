import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PGliteAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import { fromPglite } from 'pg-boss';
import { listenEmbedded, type Listen } from './changes.ts';
import { TYPES } from './clients.ts';
import { type EmbeddedThread, startEmbeddedThread } from './embedded-stream.ts';
import { lockFolder } from './folder-lock.ts';
import { NamingClient } from './naming-client.ts';
import type { OpenDatabase } from './open-database.ts';
import { embeddedLocks } from './session-locks.ts';
import type { Tables } from './tables.ts';

/** One connection, and so no lock against other processes that migrate. */
class EmbeddedDialect extends PostgresDialect {
  override createAdapter(): PGliteAdapter {
    return new PGliteAdapter();
  }
}

/** Opens the embedded database below `folder`, in a thread of its own. */
export async function openEmbedded(
  folder: string,
  onPanic: (cause: Error) => void,
  flushes: boolean,
): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  let thread: EmbeddedThread | undefined;
  try {
    thread = await startEmbeddedThread({ dataDir: join(folder, 'database'), flushes, onPanic });
    const { connect, close: closeThread } = thread;
    // The database has one session, so the pool has one connection: a transaction keeps it until its end.
    const pool = new pg.Pool({
      Client: NamingClient,
      stream: connect,
      max: 1,
      idleTimeoutMillis: 0,
      types: TYPES,
      ssl: false,
      host: 'embedded',
      user: 'postgres',
      database: 'postgres',
    });
    pool.on('connect', (client) => {
      // The session outlives a connection that the pool has given up, with what is prepared in it. Sent before all else.
      client.query('rollback; deallocate all').catch(() => undefined); // The next statement fails as well, and is told of.
    });
    pool.on('error', () => undefined); // The end of the thread is told by `onPanic`.
    const notices = noticesOf(pool);
    const changes = await listenEmbedded(notices.listen);
    return {
      db: new Kysely<Tables>({ dialect: new EmbeddedDialect({ pool }) }),
      embedded: true,
      changes,
      locks: embeddedLocks(),
      connections: () => undefined,
      boss: { backend: 'pglite', db: fromPglite({ ...statementsOf(pool), listen: notices.listen }) },
      async close() {
        // The pool forgets what waits for its connection when it ends.
        await pool.connect().then(
          (client) => client.release(),
          () => undefined,
        );
        await pool.end();
        await closeThread();
        unlock();
      },
    };
  } catch (cause) {
    await thread?.close();
    unlock();
    throw cause;
  }
}

/** Notices of the session: they arrive with the answer to the statement that caused them. */
function noticesOf(pool: pg.Pool): { readonly listen: Listen } {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload = '' }) => listeners.get(channel)?.forEach((take) => take(payload)));
  });
  return {
    async listen(channel, take) {
      const takers = listeners.get(channel) ?? new Set();
      listeners.set(channel, takers.add(take));
      await withConnection(pool, (client) => client.query(`listen ${pg.escapeIdentifier(channel)}`));
      return () => Promise.resolve(void takers.delete(take));
    },
  };
}

/** The statements of the job queue. One text may hold a transaction: when it fails, it is rolled back before another statement runs. */
function statementsOf(pool: pg.Pool) {
  return {
    query: (text: string, values?: unknown[]) => withConnection(pool, (client) => client.query(text, values)),
    exec: (text: string): Promise<{ rows: unknown[] }[]> =>
      withConnection(pool, async (client) => {
        try {
          return [await client.query(text)].flat();
        } catch (cause) {
          await client.query('rollback');
          throw cause;
        }
      }),
  };
}

/** `pool.query` would close the connection after each error of a statement. */
async function withConnection<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await use(client);
  } finally {
    client.release();
  }
}
