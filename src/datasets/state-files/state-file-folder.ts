import { opendir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface KeptFile {
  readonly path: string;
  readonly size: number;
  readonly usedMs: number;
}

/** What a file of an older state is kept for: one that somebody is about to open. */
const OLD_STATE_MS = 60_000;
/** No file is written for that long: what is unfinished then was left by a process that died. */
const UNFINISHED_MS = 24 * 3_600_000;
/** Name of a file that is being written. */
export const UNFINISHED = '.new';

/** Removes the files of older states that lie beside one. */
export async function removeOlderStates(kept: string): Promise<void> {
  for (const name of await readdir(dirname(kept))) {
    const path = join(dirname(kept), name);
    if (path === kept) continue;
    const facts = await stat(path).catch(() => undefined);
    const limit = name.includes(UNFINISHED) ? UNFINISHED_MS : OLD_STATE_MS;
    if (facts && Date.now() - facts.mtimeMs > limit) await rm(path, { force: true });
  }
}

/** Removes the files that were used longest ago, but not `kept`, until all below `folder` take no more than so many bytes. */
export async function removeOldest(folder: string, maxBytes: number, kept: string): Promise<void> {
  const files: KeptFile[] = [];
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
    if (path === kept || path.includes(UNFINISHED)) continue;
    await rm(path, { force: true });
    total -= size;
  }
}
