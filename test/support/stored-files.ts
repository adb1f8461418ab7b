import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readWhole } from './read-whole.ts';

/** Sorted names of all files in the blob store of a service, unfinished ones included; locks of processes are none. */
export async function storedFiles({ dataDir }: { readonly dataDir: string }): Promise<string[]> {
  const read = () => readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  const items = await readWhole(read);
  return items
    .filter((item) => item.isFile() && !item.parentPath.endsWith('writers'))
    .map(({ name }) => name)
    .toSorted();
}
