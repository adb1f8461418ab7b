import { opendir, stat } from 'node:fs/promises';

/** Names in a folder, one after another; none of a folder that is not there. */
export async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause; // Nothing was written there yet.
  }
}

/** Bytes of a file; 0 where none is. */
export async function fileSize(path: string): Promise<number> {
  try {
    const facts = await stat(path);
    return facts.isFile() ? facts.size : 0;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    return 0;
  }
}
