import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Mounts a small file system, so that it can be filled. @returns why not, when it cannot */
export function mountSmallDisk(folder: string, megabytes: number): string | undefined {
  if (process.getuid?.() !== 0) return 'mounting a small file system needs root';
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
  return status === 0 ? undefined : `mount refused: ${stderr.toString().trim()}`;
}

export const unmountDisk = (folder: string): void => void spawnSync('umount', [folder]);

/** Fills a disk but for some bytes. @returns what takes the filling away */
export async function fillDisk(folder: string, left: number): Promise<() => Promise<void>> {
  const path = join(folder, `filler-${randomUUID()}`);
  const { bavail, bsize } = await statfs(folder);
  await writeFile(path, Buffer.alloc(Math.max(0, bavail * bsize - left))).catch((fault: NodeJS.ErrnoException) => {
    // Somebody else writes as well: then it is as full as it can be.
    if (fault.code !== 'ENOSPC') throw fault;
  });
  return () => rm(path);
}
