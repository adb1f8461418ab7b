import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readWhole } from './read-whole.ts';

/** Names of all files in the blob store of a service, in order: those that are arriving as well. */
export async function storedFiles({ dataDir }: { readonly dataDir: string }): Promise<string[]> {
  const read = () => readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  const items = await readWhole(read);
  return items
    .filter((item) => item.isFile())
    .map(({ name }) => name)
    .toSorted();
}
