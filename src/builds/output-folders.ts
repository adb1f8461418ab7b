import { constants } from 'node:fs';
import { mkdir, open, opendir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where derived files lie: `<folder>/<dataset>/<version>/…`. A version's folder is written by one job and named by a row
 * of `outputs` only when all its files are on the disk; folders nobody names are left-overs of a crash.
 */
export interface OutputFolders {
  locate(datasetId: string, version: string): string;
  /** An empty folder for a new version. */
  create(datasetId: string, version: string): Promise<string>;
  /** Flushes a finished version to the disk. @returns the bytes it takes */
  seal(datasetId: string, version: string): Promise<number>;
  remove(datasetId: string, version: string): Promise<void>;
  /** Removes all versions of a dataset that was deleted. */
  removeDataset(datasetId: string): Promise<void>;
  /** Versions whose folder is older than this many milliseconds. */
  olderThan(ageMs: number): AsyncGenerator<{ readonly datasetId: string; readonly version: string }>;
}

export function createOutputFolders(folder: string): OutputFolders {
  const locate = (datasetId: string, version: string): string => join(folder, datasetId, version);
  return {
    locate,
    async create(datasetId, version) {
      const path = locate(datasetId, version);
      await mkdir(path, { recursive: true, mode: 0o700 });
      return path;
    },
    async seal(datasetId, version) {
      const path = locate(datasetId, version);
      const bytes = await sealFolder(path);
      await flush(join(folder, datasetId));
      await flush(folder);
      return bytes;
    },
    remove: (datasetId, version) => rm(locate(datasetId, version), { recursive: true, force: true }),
    removeDataset: (datasetId) => rm(join(folder, datasetId), { recursive: true, force: true }),
    async *olderThan(ageMs) {
      const before = Date.now() - ageMs;
      for await (const { datasetId, version, path } of versionFolders(folder)) {
        const facts = await stat(path).catch(() => undefined);
        if (facts && facts.mtimeMs <= before) yield { datasetId, version };
      }
    },
  };
}

async function* versionFolders(folder: string): AsyncGenerator<{ datasetId: string; version: string; path: string }> {
  await mkdir(folder, { recursive: true });
  for await (const dataset of await opendir(folder)) {
    if (!dataset.isDirectory()) continue;
    for (const version of await versionNames(join(folder, dataset.name))) {
      yield { datasetId: dataset.name, version, path: join(folder, dataset.name, version) };
    }
  }
}

async function versionNames(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (cause) {
    // The dataset was deleted a moment ago.
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw cause;
  }
}

async function sealFolder(path: string): Promise<number> {
  let bytes = 0;
  for (const item of await readdir(path, { withFileTypes: true })) {
    const child = join(path, item.name);
    if (item.isDirectory()) bytes += await sealFolder(child);
    else {
      await flush(child);
      bytes += (await stat(child)).size;
    }
  }
  await flush(path);
  return bytes;
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
