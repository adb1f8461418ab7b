import { DatabaseSync } from 'node:sqlite';

/** SQLite's codes for a file that is locked. File systems without locks cause both: one for ENOLCK, one for EOPNOTSUPP. */
const NOT_LOCKED: readonly unknown[] = [5 /* SQLITE_BUSY */, 3850 /* SQLITE_IOERR_LOCK */];

/** Locked files: one that nobody refers to is closed when garbage is collected, and its lock ends. */
const locked = new Set<DatabaseSync>();

/**
 * Locks an empty file for this process. SQLite takes the lock from the operating system, so it ends with the process,
 * however the process ends. It holds between containers too, where a process id says nothing.
 *
 * @returns a function that releases the lock; undefined while another owner has it, and where the file system has no locks
 */
export function tryLockFile(path: string): (() => void) | undefined {
  const file = new DatabaseSync(path);
  try {
    // In memory: `off` is ignored in the defensive mode of Node.js, and a journal file would stay beside the lock.
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    file.close();
    if (NOT_LOCKED.includes((cause as { errcode?: number }).errcode)) return undefined;
    throw cause;
  }
  locked.add(file);
  return () => {
    locked.delete(file);
    file.close();
  };
}
