import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of all files in the blob store of a service, in order: those that are arriving as well. */
export async function storedFiles({ dataDir }: { readonly dataDir: string }): Promise<string[]> {
  const items = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return items
    .filter((item) => item.isFile())
    .map(({ name }) => name)
    .toSorted();
}
