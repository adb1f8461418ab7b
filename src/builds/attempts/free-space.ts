import { mkdir, statfs } from 'node:fs/promises';
import { BuildFailure } from '../outputs/index.ts';

const MIB = 1024 * 1024;

/** @param minimumMB MiB; 0: whatever is left is enough. @throws BuildFailure `low-space` */
export async function requireFreeSpace(folder: string, minimumMB: number): Promise<void> {
  if (minimumMB === 0) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / MIB);
  if (free < minimumMB)
    throw new BuildFailure(
      'low-space',
      `Only ${free} MB are free on the disk; a build needs ${minimumMB} MB to start.`,
    );
}
