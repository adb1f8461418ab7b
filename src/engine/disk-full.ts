import { statfs } from 'node:fs/promises';

/** What a file system that is called full may have left, in bytes: less than a program writes at once. */
const FULL_BYTES = 256 * 1024;

/** Whether nothing can be written to a folder for want of space. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize <= FULL_BYTES;
}
