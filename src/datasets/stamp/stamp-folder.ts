import { opendir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface StampFile {
  readonly path: string;
  readonly size: number;
  readonly usedMs: number;
}

/** Removes the stamps that were used longest ago, until all below `folder` take no more than so many bytes. */
export async function removeOldest(folder: string, maxBytes: number): Promise<void> {
  const files: StampFile[] = [];
  for await (const dataset of await opendir(folder)) {
    const home = join(folder, dataset.name);
    for (const name of await readdir(home).catch(() => [])) {
      const path = join(home, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts) files.push({ path, size: facts.size, usedMs: facts.mtimeMs });
    }
  }
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files.toSorted((left, right) => left.usedMs - right.usedMs)) {
    if (total <= maxBytes) return;
    await rm(path, { force: true });
    total -= size;
  }
}
