import { join } from 'node:path';
import { SettingsError } from '../settings/index.ts';
import { tryLockFile } from './file-lock.ts';

/**
 * Takes the embedded database's folder for this process: two processes that write to it would destroy it.
 *
 * @returns a function that releases the folder
 * @throws when another process has it
 */
export function lockFolder(folder: string): () => void {
  const release = tryLockFile(join(folder, 'database.lock'));
  if (release !== undefined) return release;
  throw new SettingsError(
    'The data folder is in use by another Alidade process, or its file system has no file locks. Stop that process, or choose another DATA_DIR; to share a folder between processes set DATABASE_URL to a PostgreSQL server.',
  );
}
