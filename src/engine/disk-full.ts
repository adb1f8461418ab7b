import { statfs } from 'node:fs/promises';

/** What a file system that is called full may have left, in bytes: less than a program writes at once. */
const FULL_BYTES = 256 * 1024;

/** Whether nothing can be written to a folder for want of space. */
export async function isDiskFull(folder: string): Promise<boolean> {
  return (await freeBytes(folder)) <= FULL_BYTES;
}

/** Bytes that the service may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
