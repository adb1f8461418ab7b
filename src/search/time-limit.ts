import { sql } from 'kysely';
import type { Database, OpenDatabase } from '../database/index.ts';
import { fail } from '../errors/index.ts';

/** One search, which asks in many short statements and may not go on for ever. */
export interface Steps {
  readonly db: Database;
  /** Called before each statement. @throws `busy` when the time is over; the reason of the signal when nobody waits */
  next(): Promise<void>;
}

/** One search whose statements a server ends when the time is over. */
export interface Ask extends Steps {
  /** The database runs in this process, and cannot end a statement. */
  readonly embedded: boolean;
  /** Runs a statement that may take long; `next` is called before another. @returns undefined where the server ended it */
  attempt<T>(ms: number, statement: () => Promise<T>): Promise<T | undefined>;
}

export type SearchedDatabase = Pick<OpenDatabase, 'db' | 'embedded'>;

/** PostgreSQL's query_canceled. */
const CANCELED = '57014';

/** When a search is over. */
interface Time {
  /** On the clock of `performance`. */
  readonly end: number;
  readonly signal: AbortSignal;
  /** What is said when the time is over. */
  readonly words?: string;
}

/** Runs a search of short statements, each for itself. @throws `busy` when the time is over */
export async function inSteps<T>(db: Database, time: Time, search: (steps: Steps) => Promise<T>): Promise<T> {
  const steps = stepsOf(db, time, () => Promise.resolve());
  await steps.next();
  return search(steps);
}

/**
 * Runs a search within a time. A server ends its statements by itself; the embedded database cannot, so there they are short
 * and no transaction keeps others waiting between them.
 *
 * @throws `busy` when the time is over
 */
export async function withinTime<T>(
  { db, embedded }: SearchedDatabase,
  time: Time,
  search: (ask: Ask) => Promise<T>,
): Promise<T> {
  if (embedded)
    return inSteps(db, time, (steps) => search({ ...steps, embedded, attempt: (_ms, statement) => statement() }));
  try {
    return await db.transaction().execute(async (transaction) => {
      const ask = askServer(transaction, time);
      await ask.next();
      return search(ask);
    });
  } catch (error) {
    throw isCanceled(error) ? tooSlow(time, error) : error;
  }
}

function askServer(transaction: Database, time: Time): Ask {
  const limit = async (ms: number): Promise<void> => {
    await sql`select set_config('statement_timeout', ${String(Math.ceil(ms))}, true)`.execute(transaction);
  };
  return {
    ...stepsOf(transaction, time, limit),
    embedded: false,
    async attempt(ms, statement) {
      await sql`savepoint attempt`.execute(transaction);
      await limit(Math.min(ms, timeLeft(time)));
      try {
        const answer = await statement();
        await sql`release savepoint attempt`.execute(transaction);
        return answer;
      } catch (error) {
        if (!isCanceled(error)) throw error;
        await sql`rollback to savepoint attempt`.execute(transaction);
        return undefined;
      }
    },
  };
}

const stepsOf = (db: Database, time: Time, limit: (ms: number) => Promise<void>): Steps => ({
  db,
  async next() {
    await limit(timeLeft(time));
  },
});

/** Milliseconds, above 0. */
function timeLeft(time: Time): number {
  time.signal.throwIfAborted();
  const left = time.end - performance.now();
  if (left <= 0) throw tooSlow(time);
  return left;
}

const isCanceled = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === CANCELED;

const SEARCHED = 'The search took too long: there is too much to look through. Type more of the name, or try again.';

const tooSlow = ({ words = SEARCHED }: Time, cause?: unknown): Error => fail('busy', words, cause);
