import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives files their names for as long as the work lasts: blobs have none, and some readers go by them. The folder is of the
 * work's own and may be written to.
 *
 * @param names file names, not paths, each with the absolute path of the file it stands for
 */
export async function withLinkedFiles<T>(
  names: ReadonlyMap<string, string>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-'));
  try {
    for (const [name, path] of names) await symlink(path, join(folder, name));
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
