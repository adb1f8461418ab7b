import pg from 'pg';

/** Locks that outlive a transaction. Whatever ends the process, or its connection, gives them back. */
export interface SessionLocks {
  /** @returns undefined while somebody else, in this process or another, has the lock of that name */
  tryTake(name: string): Promise<SessionLock | undefined>;
  /** Gives all of them back. */
  close(): Promise<void>;
}

export interface SessionLock {
  /** Fires when the lock was lost with the connection that held it: somebody else may have it by now. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Inside one process: nobody else uses an embedded database. */
export function embeddedLocks(): SessionLocks {
  const taken = new Set<string>();
  const { signal: lost } = new AbortController();
  return {
    tryTake(name) {
      if (taken.has(name)) return Promise.resolve(undefined);
      taken.add(name);
      return Promise.resolve({ lost, release: () => Promise.resolve(void taken.delete(name)) });
    },
    close: () => Promise.resolve(taken.clear()),
  };
}

/** A connection that does not answer within this time counts as lost, as the server may think as well. */
const ANSWER_MS = 5000;
/** How often the connection is asked for a sign of life while it holds locks. */
const PING_MS = 5000;

interface Session {
  readonly client: pg.Client;
  readonly lost: AbortController;
  readonly taken: Set<string>;
  timer?: NodeJS.Timeout;
}

/**
 * Advisory locks of a PostgreSQL server, all of a process in one session of its own. A session gets its own lock twice, so
 * that names which are taken here are remembered here as well.
 */
export function serverLocks(connectionString: string): SessionLocks {
  let opening: Promise<Session> | undefined;
  let closed = false;

  const open = async (): Promise<Session> => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
    const session: Session = { client, lost: new AbortController(), taken: new Set() };
    const drop = (): void => lose(session);
    client.on('error', drop);
    client.on('end', drop);
    await client.connect();
    session.timer = setInterval(() => void client.query('select 1').catch(drop), PING_MS).unref();
    return session;
  };
  const lose = ({ client, lost, timer }: Session): void => {
    if (lost.signal.aborted) return;
    clearInterval(timer);
    opening = undefined;
    lost.abort(new Error('The connection that held a lock was lost'));
    client.end().catch(() => undefined); // It is gone already.
  };
  const session = (): Promise<Session> => {
    if (closed) throw new Error('The locks are closed');
    opening ??= open().catch((cause: unknown) => {
      opening = undefined;
      throw cause;
    });
    return opening;
  };

  return {
    async tryTake(name) {
      const held = await session();
      const { client, lost, taken } = held;
      if (taken.has(name)) return undefined;
      taken.add(name);
      try {
        const { rows } = await client.query<{ taken: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
          [name],
        );
        if (!rows[0]!.taken) {
          taken.delete(name);
          return undefined;
        }
      } catch (cause) {
        lose(held); // Nobody knows whether it has the lock.
        throw cause;
      }
      return {
        lost: lost.signal,
        async release() {
          if (!taken.delete(name) || lost.signal.aborted) return;
          // An answer that does not come leaves the lock in doubt: the whole session is given up then.
          await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => lose(held));
        },
      };
    },
    async close() {
      closed = true;
      const held = await opening?.catch(() => undefined);
      if (held) lose(held);
    },
  };
}
