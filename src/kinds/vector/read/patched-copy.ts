import { chmod, copyFile, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** Larger files are not copied: each look at the file would write all of it again. */
const MAX_COPIED_BYTES = 2 ** 30;

/**
 * Copies a file within its folder, with other bytes from `at` on.
 *
 * @param tooLarge what to say of a file that is not copied, code `too-large`
 * @returns path of the copy
 */
export async function patchedCopy(
  path: string,
  name: string,
  bytes: Buffer,
  at: number,
  tooLarge: string,
): Promise<string> {
  if ((await stat(path)).size > MAX_COPIED_BYTES) throw new OperationRefusal(tooLarge, 'too-large');
  const copy = join(dirname(path), name);
  await copyFile(path, copy);
  await chmod(copy, 0o600); // blobs may not be written to, nor may copies of them
  const handle = await open(copy, 'r+');
  try {
    await handle.write(bytes, 0, null, at);
  } finally {
    await handle.close();
  }
  return copy;
}
