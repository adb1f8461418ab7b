import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClientError, EXIT } from '../client-error.ts';

/** SQLite's number of "somebody else holds the lock". */
const SQLITE_BUSY = 5;
/** How often a lock that somebody has is asked for, and how long: a renewal of a session is a request to a server. */
const [EVERY_MS, LONGEST_MS] = [50, 60_000];

/**
 * Takes a lock of the operating system, held through an empty database: it goes with the process, however that ends, so that
 * none is ever left behind.
 *
 * @param file an empty file of its own, which is made and stays. @returns undefined while somebody else has it
 */
export function tryLock(file: string): Disposable | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
    if ((cause as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw cause;
    return undefined;
  }
  return { [Symbol.dispose]: () => database.close() };
}

/** Waits for a lock. @throws ClientError when somebody has it for a minute; the signal's reason */
export async function takeLock(file: string, signal: AbortSignal): Promise<Disposable> {
  for (let waited = 0; waited < LONGEST_MS; waited += EVERY_MS) {
    const lock = tryLock(file);
    if (lock !== undefined) return lock;
    await sleep(EVERY_MS, undefined, { signal }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw cause;
    });
  }
  throw new ClientError(`Another command has held ${file} for a minute. End it, and try again.`, EXIT.conflict);
}
