import { mkdir, opendir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { flush, flushTree, UUID } from '../database/index.ts';
import { folderSize } from './folder-size.ts';

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
  /** Versions of a dataset, named or not, that begin with a text. */
  versions(datasetId: string, start: string): Promise<readonly string[]>;
  /** Removes all versions of a dataset that was deleted. */
  removeDataset(datasetId: string): Promise<void>;
  /** Versions whose folder is older than this many milliseconds. */
  olderThan(ageMs: number): AsyncGenerator<{ readonly datasetId: string; readonly version: string }>;
  /** Datasets whose folder nothing came into or left for this many milliseconds. */
  datasetsOlderThan(ageMs: number): AsyncGenerator<string>;
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
      await flushTree(path);
      const bytes = await folderSize(path);
      await flush(join(folder, datasetId));
      await flush(folder);
      if (bytes === undefined) throw new Error('The folder of a finished version is gone');
      return bytes;
    },
    remove: (datasetId, version) => rm(locate(datasetId, version), { recursive: true, force: true }),
    async versions(datasetId, start) {
      const names = await versionNames(join(folder, datasetId));
      return names.filter((name) => UUID.test(name) && name.startsWith(start));
    },
    removeDataset: (datasetId) => rm(join(folder, datasetId), { recursive: true, force: true }),
    async *olderThan(ageMs) {
      for await (const { datasetId, version, path } of versionFolders(folder)) {
        if (await isOlder(path, ageMs)) yield { datasetId, version };
      }
    },
    async *datasetsOlderThan(ageMs) {
      for await (const datasetId of datasetFolders(folder)) {
        if (await isOlder(join(folder, datasetId), ageMs)) yield datasetId;
      }
    },
  };
}

async function isOlder(path: string, ageMs: number): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts !== undefined && facts.mtimeMs <= Date.now() - ageMs;
}

async function* datasetFolders(folder: string): AsyncGenerator<string> {
  await mkdir(folder, { recursive: true });
  for await (const item of await opendir(folder)) if (item.isDirectory() && UUID.test(item.name)) yield item.name;
}

async function* versionFolders(folder: string): AsyncGenerator<{ datasetId: string; version: string; path: string }> {
  for await (const datasetId of datasetFolders(folder)) {
    for (const version of await versionNames(join(folder, datasetId))) {
      if (!UUID.test(version)) continue; // The folder of the markers.
      yield { datasetId, version, path: join(folder, datasetId, version) };
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
