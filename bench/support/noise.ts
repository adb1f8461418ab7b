import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';

const MIB = 1024 * 1024;
const BLOCK_MIB = 16;

/** Writes a file of random bytes, no two blocks of 16 MiB alike. */
export async function writeNoise(path: string, mebibytes: number): Promise<void> {
  const block = randomBytes(BLOCK_MIB * MIB);
  await using file = await open(path, 'w');
  for (let at = 0; at < mebibytes; at += BLOCK_MIB) {
    block.writeUInt32LE(at, 0);
    await file.write(block, 0, Math.min(BLOCK_MIB, mebibytes - at) * MIB);
  }
}
