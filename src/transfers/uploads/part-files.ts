import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, opendir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { writeThrough, type WriteWatch } from '../../bytes/index.ts';
import { flush } from '../../database/index.ts';

const READ_BYTES = 1024 * 1024;
const ID = /^[0-9a-f-]{36}$/;

/** The bytes of uploads that are not whole yet, a file each. */
export interface PartFiles {
  locate(id: string): string;
  /** Makes the empty file. */
  create(id: string): Promise<void>;
  /**
   * Writes a stream behind the bytes that are there already.
   *
   * @param offset where they end; what stands behind it, of an attempt that was not noted, is written over
   * @param blocks as for `writeThrough`
   * @returns false, nothing written, when the file is not there
   */
  append(id: string, offset: number, blocks: AsyncIterable<Uint8Array>, watch: WriteWatch): Promise<boolean>;
  /** SHA-256 of the whole file; `undefined` when it has not that size, or is not there. */
  hash(id: string, size: number): Promise<string | undefined>;
  remove(id: string): Promise<void>;
  /** Removes files older than that whose uploads are not open any more. */
  sweep(olderThanMs: number, open: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
}

export async function openPartFiles(folder: string): Promise<PartFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const locate = (id: string): string => join(folder, id);
  return {
    locate,

    async create(id) {
      const file = await open(locate(id), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      await file.close();
      // Its name as well: a loss of power must not take a file whose bytes were acknowledged.
      await flush(folder);
    },

    async append(id, offset, blocks, watch) {
      const file = await open(locate(id), 'r+').catch(unlessMissing);
      try {
        if (file) await writeThrough(file, offset, blocks, watch);
      } finally {
        await file?.close();
      }
      return file !== undefined;
    },

    async hash(id, size) {
      const file = await open(locate(id), 'r').catch(unlessMissing);
      try {
        return file && (await hashOf(file, size));
      } finally {
        await file?.close();
      }
    },

    remove: (id) => rm(locate(id), { force: true }),

    async sweep(olderThanMs, openOf) {
      const before = Date.now() - olderThanMs;
      const old: string[] = [];
      for await (const { name } of await opendir(folder)) {
        if (!ID.test(name)) continue;
        const facts = await stat(join(folder, name)).catch(() => undefined);
        if (facts?.isFile() && facts.mtimeMs < before) old.push(name);
      }
      const inUse = await openOf(old);
      for (const name of old) if (!inUse.has(name)) await rm(join(folder, name), { force: true });
    },
  };
}

async function hashOf(file: FileHandle, size: number): Promise<string | undefined> {
  const digest = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES, at);
    if (bytesRead === 0) return at === size ? digest.digest('hex') : undefined;
    digest.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

function unlessMissing(fault: NodeJS.ErrnoException): undefined {
  if (fault.code !== 'ENOENT') throw fault;
}
