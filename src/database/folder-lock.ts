import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SettingsError } from '../settings/index.ts';

/** SQLite's code for a file that somebody else has locked. */
const SQLITE_BUSY = 5;

/**
 * Takes the embedded database's folder for this process: two processes writing to it would destroy it.
 *
 * The lock is SQLite's on an empty file, and so the operating system's: it ends with the process, however that ends, and
 * holds between containers too, where the number of a process says nothing.
 *
 * @returns what gives the folder back
 * @throws when somebody has it
 */
export function lockFolder(folder: string): () => void {
  const file = new DatabaseSync(join(folder, 'database.lock'));
  try {
    file.exec('pragma journal_mode = off; begin exclusive');
  } catch (cause) {
    file.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    throw new SettingsError(
      'The data folder is in use by another Alidade process. Stop that one, or choose another DATA_DIR; to share a folder between processes set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
  return () => file.close();
}
