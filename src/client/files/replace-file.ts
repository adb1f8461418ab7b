import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/**
 * Writes a file whole in place of what was there: anyone who reads it meanwhile, or after a crash, sees the old or the new
 * one. Only the user may read it.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomUUID()}.new`;
  try {
    const handle = await open(aside, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, file);
  } catch (cause) {
    await rm(aside, { force: true });
    throw cause;
  }
}
