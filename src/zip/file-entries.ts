import { stat } from 'node:fs/promises';
import type { ZipEntry } from './zip-entry.ts';

/** Files to compress into an archive, by their names in it. */
export async function* fileEntries(
  files: Iterable<readonly [name: string, file: string]>,
  level?: number,
): AsyncGenerator<ZipEntry> {
  for (const [name, file] of files) {
    const { size, mtimeMs } = await stat(file);
    yield { name, file, size, modified: Math.floor(mtimeMs / 1000), deflate: true, level };
  }
}
