import { freeBytes } from './disk-full.ts';

/** Checks the disk before anything is written. @throws an Error that the engine knows as a full disk */
export async function requireFreeSpace(folder: string, needed: number): Promise<void> {
  const free = await freeBytes(folder);
  if (needed <= free) return;
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
  throw new Error(`No space left on device: ${megabytes(needed)} are needed, and ${megabytes(free)} are free.`);
}
