import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files in a folder and below it; `undefined` when it is not there. */
export async function folderSize(path: string): Promise<number | undefined> {
  try {
    let bytes = 0;
    for (const item of await readdir(path, { withFileTypes: true, recursive: true }))
      if (item.isFile()) bytes += (await stat(join(item.parentPath, item.name))).size;
    return bytes;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}
