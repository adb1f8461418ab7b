import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Drawn thumbnails on disk, by key. A key never gets other bytes, so nothing in it is ever stale. */
export interface ThumbnailCache {
  get(key: string): Promise<Uint8Array | undefined>;
  /**
   * Keeps it; a full or faulty disk costs the memory of it, not the picture. Room is made afterwards, nobody waits for it.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
}

/** Some 25,000 thumbnails of 20 kB: what people look at again within weeks. Of the disk, in blocks. */
const MAX_BYTES = 512 * 1024 * 1024;
/** What a file takes of the disk at least, and is rounded up to. */
const BLOCK_BYTES = 4096;
/**
 * Part of the bound: after writing so much, a process looks what there is, as others write, too. With sixteen processes the
 * folder may so become twice as large for a moment.
 */
const LOOK_PART = 1 / 16;
/** Between two clean-ups at least, when the folder cannot be read. */
const RETRY_MS = 60_000;
/** Files looked at together. */
const LOOKED_AT_ONCE = 32;
/** Left after a clean-up, which so happens seldom. */
const KEPT_PART = 0.8;
/** Reading one makes it young again, if it was not within this time. */
const TOUCHED_EVERY_MS = 24 * 3_600_000;

/** @param folder of its own; it is made when needed */
export function openThumbnailCache(folder: string, maxBytes = MAX_BYTES): ThumbnailCache {
  let knownBytes = Infinity; // unknown: looked up at the first write
  let writtenBytes = 0; // by this process, since the last look
  let cleaning: Promise<void> | undefined;
  let retryAt = 0;
  const locate = (key: string): string => {
    const name = createHash('sha256').update(key).digest('hex');
    return join(folder, name.slice(0, 2), name);
  };

  const cleanUp = async (): Promise<void> => {
    writtenBytes = 0;
    const kept = (await filesIn(folder)).sort((a, b) => b.usedMs - a.usedMs);
    let bytes = kept.reduce((sum, { size }) => sum + size, 0);
    const most = bytes > maxBytes ? maxBytes * KEPT_PART : maxBytes;
    while (bytes > most) {
      const { path, size } = kept.pop()!;
      await rm(path, { force: true });
      bytes -= size;
    }
    knownBytes = bytes;
  };
  const cleanUpAtTimes = (): void => {
    const isDue = knownBytes + writtenBytes > maxBytes || writtenBytes > maxBytes * LOOK_PART;
    if (!isDue || cleaning || Date.now() < retryAt) return;
    cleaning = cleanUp()
      .catch(() => void (retryAt = Date.now() + RETRY_MS))
      .finally(() => {
        cleaning = undefined;
        cleanUpAtTimes(); // for what was written meanwhile
      });
  };

  return {
    async get(key) {
      const path = locate(key);
      const bytes = await readFile(path).catch(() => undefined);
      if (bytes === undefined) return undefined;
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      const now = Date.now();
      if (now - mtimeMs > TOUCHED_EVERY_MS) await utimes(path, now / 1000, now / 1000).catch(() => undefined);
      return bytes;
    },
    async put(key, bytes) {
      const path = locate(key);
      const draft = join(folder, `${randomUUID()}.part`);
      try {
        await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
        await writeFile(draft, bytes);
        await rename(draft, path);
        writtenBytes += onDisk(bytes.length);
        cleanUpAtTimes();
      } catch {
        await rm(draft, { force: true }).catch(() => undefined);
      }
    },
  };
}

interface KeptFile {
  readonly path: string;
  /** Size on the disk, in bytes. */
  readonly size: number;
  /** When it was written or last read. */
  readonly usedMs: number;
}

async function filesIn(folder: string): Promise<KeptFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  const files: KeptFile[] = [];
  for (let at = 0; at < paths.length; at += LOOKED_AT_ONCE)
    files.push(...(await Promise.all(paths.slice(at, at + LOOKED_AT_ONCE).map(lookAt))).flat());
  return files;
}

async function lookAt(path: string): Promise<KeptFile[]> {
  const known = await stat(path).catch(() => undefined); // another process may be cleaning up, too
  return known ? [{ path, size: onDisk(known.size), usedMs: known.mtimeMs }] : [];
}

const onDisk = (size: number): number => Math.max(1, Math.ceil(size / BLOCK_BYTES)) * BLOCK_BYTES;
