import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Locks that outlive a transaction. Whatever ends the process, or its connection, gives them back. */
export interface SessionLocks {
  /** @returns undefined while somebody else, in this process or another, has the lock of that name */
  tryTake(name: string): Promise<SessionLock | undefined>;
  /** Gives all of them back. */
  close(): Promise<void>;
}

/** The connection that held a lock was lost: somebody else may have the lock by now. */
export class LockLost extends Error {
  override readonly name = 'LockLost';
}

export interface SessionLock {
  /** Fires with a `LockLost` when the connection that held the lock was lost. */
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
  /** Asks the server, one after the other: a connection answers one statement at a time. */
  readonly ask: <T extends pg.QueryResultRow>(text: string, values?: readonly string[]) => Promise<readonly T[]>;
  timer?: NodeJS.Timeout;
}

/**
 * Advisory locks of a PostgreSQL server, all of a process in one session of its own. A session gets its own lock twice, so
 * that names which are taken here are remembered here as well.
 */
export function serverLocks(connectionString: string, answerMs = ANSWER_MS): SessionLocks {
  let opening: Promise<Session> | undefined;
  let closed = false;

  const open = async (): Promise<Session> => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_MS });
    let last: Promise<unknown> = Promise.resolve();
    const ask: Session['ask'] = async <T extends pg.QueryResultRow>(text: string, values: readonly string[] = []) => {
      const answer = last.then(() => inTime(client.query<T>(text, [...values]), answerMs));
      last = answer.catch(() => undefined); // Seen by who asked.
      return (await answer).rows;
    };
    const session: Session = { client, lost: new AbortController(), taken: new Set(), ask };
    const drop = (): void => lose(session);
    client.on('error', drop);
    client.on('end', drop);
    await client.connect();
    session.timer = setInterval(() => void ask('select 1').catch(drop), PING_MS).unref();
    return session;
  };
  const lose = ({ client, lost, timer }: Session): void => {
    if (lost.signal.aborted) return;
    clearInterval(timer);
    opening = undefined;
    lost.abort(new LockLost('The connection that held a lock was lost'));
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
      const { ask, lost, taken } = held;
      if (taken.has(name)) return undefined;
      taken.add(name);
      try {
        const rows = await ask<{ taken: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [
          name,
        ]);
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
          await ask('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => lose(held));
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

/**
 * Waits for an answer of the server. One that came while this process was too busy to read it is in time: timers fire before
 * sockets are read, so that these have one more turn.
 *
 * @throws when none comes in time
 */
async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const settled = new AbortController();
  const late = pause(ms, undefined, { signal: settled.signal })
    .then(() => setImmediate())
    .then(() => Promise.reject(new Error('The database server does not answer')));
  try {
    return await Promise.race([answer, late]);
  } finally {
    settled.abort();
  }
}
