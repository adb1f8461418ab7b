import { constants, copyFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../engine/index.ts';

/** File names, not paths, each with the absolute path of the file it stands for. */
export type NamedFiles = ReadonlyMap<string, string>;

/**
 * Gives files their names for as long as the work lasts: blobs have none, and some readers go by them. The folder is of the
 * work's own and may be written to.
 *
 * @param linked what readers open for reading only: anyone who writes to such a name writes into the blob
 * @param copied small files that a reader might write to
 */
export async function withNamedFiles<T>(
  { linked, copied }: { readonly linked: NamedFiles; readonly copied: NamedFiles },
  engine: Engine,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  return engine.withFolder(async (folder) => {
    for (const [name, path] of linked) await symlink(path, join(folder, name));
    for (const [name, path] of copied) await copyFile(path, join(folder, name), constants.COPYFILE_FICLONE);
    return work(folder);
  });
}
