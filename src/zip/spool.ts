import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes kept in memory before they go to a file: the directory of an archive of 1,000 entries. */
export const MEMORY_BYTES = 128 * 1024;
const READ_BYTES = 128 * 1024;

/** Bytes that are written first and read once, in the same order; many of them wait in a file. */
export interface Spool {
  readonly size: number;
  add(bytes: Buffer): Promise<void>;
  read(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** @param folder where the file is made; it has no name any more once it is open, so nothing is left of a crash */
export function createSpool(folder: string): Spool {
  let file: FileHandle | undefined;
  let onDisk = 0;
  let waiting: Buffer[] = [];
  let inMemory = 0;

  const flush = async (): Promise<void> => {
    file ??= await openNameless(folder);
    const bytes = Buffer.concat(waiting);
    await file.appendFile(bytes);
    onDisk += bytes.length;
    waiting = [];
    inMemory = 0;
  };

  return {
    get size() {
      return onDisk + inMemory;
    },
    async add(bytes) {
      waiting.push(bytes);
      inMemory += bytes.length;
      if (inMemory >= MEMORY_BYTES) await flush();
    },
    async *read() {
      for (let at = 0; at < onDisk;) {
        const { bytesRead, buffer } = await file!.read(Buffer.allocUnsafeSlow(READ_BYTES), 0, READ_BYTES, at);
        if (bytesRead === 0) throw new Error('The file that held the directory of an archive became shorter');
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      yield* waiting;
    },
    async close() {
      await file?.close();
    },
  };
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `archive-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}
