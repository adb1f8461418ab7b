import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readWhole } from './read-whole.ts';
import { until } from './service.ts';

/** Mounts a small file system, so that it can be filled. @returns why not, when it cannot */
export function mountSmallDisk(folder: string, megabytes: number): string | undefined {
  if (process.getuid?.() !== 0) return 'mounting a small file system needs root';
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
  return status === 0 ? undefined : `mount refused: ${stderr.toString().trim()}`;
}

export const unmountDisk = (folder: string): void => void spawnSync('umount', [folder]);

/** Fillings in a row, as others write and remove files meanwhile. */
const MOST_FILLERS = 20;

/**
 * Fills a disk but for some bytes. Space is reserved without writing it, as a build goes on meanwhile.
 *
 * @returns what takes the filling away
 */
export async function fillDisk(folder: string, left: number): Promise<() => Promise<void>> {
  const paths: string[] = [];
  for (;;) {
    const { bavail, bsize } = await statfs(folder);
    const bytes = bavail * bsize - left;
    if (bytes <= 0) break;
    const path = join(folder, `filler-${randomUUID()}`);
    paths.push(path);
    // Refused where somebody else took some of the space: then there is less to fill.
    const { stderr } = spawnSync('fallocate', ['-l', String(bytes), path], { encoding: 'utf8' });
    if (paths.length > MOST_FILLERS) throw new Error(`The disk cannot be filled: ${stderr}`);
  }
  return async () => {
    for (const path of paths) await rm(path, { force: true });
  };
}

/** Builds that may be faster than the filling of the disk: a busy machine sees a file late. */
const ATTEMPTS = 5;

interface MidstOfBuild<Entry> {
  /** Folder of all builds: the root of a small disk. */
  readonly folder: string;
  /** Matches the file whose coming tells the moment. */
  readonly sign: RegExp;
  /** Uploads a file, another one at each attempt. @returns its path */
  upload(attempt: number): Promise<string>;
  /** Waits until its build has failed or is done. */
  ended(path: string): Promise<Entry>;
}

interface FilledInMidst<Entry> {
  readonly path: string;
  readonly entry: Entry;
  /** Files below the folder of builds that came with the last attempt. */
  added(): Promise<string[]>;
  /** Takes the filling away. */
  clear(): Promise<void>;
}

/** Fills a disk in the midst of a build. Where the build was done before that, it is tried again with another file. */
export async function fillInMidst<Entry extends { readonly buildStatus: string | null }>({
  folder,
  sign,
  upload,
  ended,
}: MidstOfBuild<Entry>): Promise<FilledInMidst<Entry>> {
  const names = (): Promise<string[]> => readWhole(() => readdir(folder, { recursive: true }));
  for (let attempt = 1; ; attempt += 1) {
    const before = new Set(await names());
    const added = async (): Promise<string[]> => (await names()).filter((name) => !before.has(name));
    const path = await upload(attempt);
    await until(added, (all) => all.some((name) => sign.test(name)), 600);
    const clear = await fillDisk(folder, 0);
    const entry = await ended(path);
    if (entry.buildStatus === 'failed' || attempt === ATTEMPTS) return { path, entry, added, clear };
    await clear();
  }
}
