import { DatabaseSync } from 'node:sqlite';

/** SQLite's code for a file that another connection has locked. */
const SQLITE_BUSY = 5;

/**
 * Locks an empty file for this process. SQLite takes the lock from the operating system, so it ends with the process,
 * however the process ends. It holds between containers too, where a process id says nothing.
 *
 * @returns a function that releases the lock; undefined while another owner has it
 */
export function tryLockFile(path: string): (() => void) | undefined {
  const file = new DatabaseSync(path);
  try {
    // In memory: `off` is ignored in the defensive mode of Node.js, and a journal file would stay beside the lock.
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    file.close();
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw cause;
  }
  return () => file.close();
}
