import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { filePieces } from '../../bytes/index.ts';
import { ClientError } from '../client-error.ts';

/** SHA-256 of a file, in lower-case hexadecimal. @throws ClientError when it becomes shorter; errors of the file system */
export async function hashFile(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const shorter = (): Error =>
      new ClientError(`${file} became shorter while it was read. Wait until it is finished.`);
    for await (const piece of filePieces(handle, 0, size, shorter)) {
      signal.throwIfAborted();
      hash.update(piece);
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}
