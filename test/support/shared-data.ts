import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files of real surveys beside the repository; tests that need them are skipped where they are not. */
export const SHARED_DATA = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
export const hasSharedData = existsSync(join(SHARED_DATA, 'expected.json'));

/** The facts of one part of the collection, by path, as other programs computed them. */
export async function sharedFacts<T>(prefix: string): Promise<[path: string, expected: T][]> {
  if (!hasSharedData) return [];
  const { files } = JSON.parse(await readFile(join(SHARED_DATA, 'expected.json'), 'utf8')) as {
    readonly files: Readonly<Record<string, T>>;
  };
  return Object.entries(files).filter(([path]) => path.startsWith(prefix) && existsSync(join(SHARED_DATA, path)));
}
