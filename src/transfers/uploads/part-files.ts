import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, opendir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes gathered before one write call. */
const WRITE_BYTES = 1024 * 1024;
/** Bytes after which what was written is made durable and noted: what a crash costs at most. */
const FLUSH_BYTES = 64 * 1024 * 1024;
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
   * @param flushed told how far the bytes are on the disk for good, now and then and at the end, also when the source fails
   * @param watch sees all bytes in their order
   * @returns false, nothing written, when the file is not there
   */
  append(
    id: string,
    offset: number,
    source: AsyncIterable<Uint8Array>,
    flushed: (end: number) => Promise<void>,
    watch: (bytes: Uint8Array) => void,
  ): Promise<boolean>;
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
    },

    async append(id, offset, source, flushed, watch) {
      const file = await open(locate(id), 'r+').catch(unlessMissing);
      try {
        if (file) await writeBehind(file, offset, source, flushed, watch);
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

async function writeBehind(
  file: FileHandle,
  offset: number,
  source: AsyncIterable<Uint8Array>,
  flushed: (end: number) => Promise<void>,
  watch: (bytes: Uint8Array) => void,
): Promise<void> {
  let written = offset;
  let noted = offset;
  let waiting: Uint8Array[] = [];
  let size = 0;
  const write = async (): Promise<void> => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, written + done)).bytesWritten;
    written += bytes.length;
  };
  const note = async (): Promise<void> => {
    if (written === noted) return;
    await file.datasync();
    noted = written;
    await flushed(written);
  };
  try {
    for await (const bytes of source) {
      watch(bytes);
      waiting.push(bytes);
      size += bytes.length;
      if (size < WRITE_BYTES) continue;
      await write();
      if (written - noted >= FLUSH_BYTES) await note();
    }
  } finally {
    // Also what came before the client went away: it need not send it again.
    await write();
    await note();
  }
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
