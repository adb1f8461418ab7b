import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Drawn thumbnails on disk, by key. A key never gets other bytes, so nothing in it is ever stale. */
export interface ThumbnailCache {
  get(key: string): Promise<Uint8Array | undefined>;
  /** Keeps it if there is room to be made; a full or faulty disk costs the memory of it, not the picture. */
  put(key: string, bytes: Uint8Array): Promise<void>;
}

/** Some 25,000 thumbnails of 20 kB: what people look at again within weeks. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Left after a clean-up, which so happens seldom. */
const KEPT_PART = 0.8;
/** Reading one makes it young again, if it was not within this time. */
const TOUCHED_EVERY_MS = 24 * 3_600_000;

/** @param folder of its own; it is made when needed */
export function openThumbnailCache(folder: string, maxBytes = MAX_BYTES): ThumbnailCache {
  let writtenBytes = Infinity; // unknown: looked up at the first write
  let cleaning: Promise<void> | undefined;
  const locate = (key: string): string => {
    const name = createHash('sha256').update(key).digest('hex');
    return join(folder, name.slice(0, 2), name);
  };

  const cleanUp = async (): Promise<void> => {
    const kept = (await filesIn(folder)).sort((a, b) => b.usedMs - a.usedMs);
    let bytes = kept.reduce((sum, { size }) => sum + size, 0);
    const most = bytes > maxBytes ? maxBytes * KEPT_PART : maxBytes;
    while (bytes > most) {
      const { path, size } = kept.pop()!;
      await rm(path, { force: true });
      bytes -= size;
    }
    writtenBytes = bytes;
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
        writtenBytes += bytes.length;
        if (writtenBytes > maxBytes) await (cleaning ??= cleanUp().finally(() => (cleaning = undefined)));
      } catch {
        await rm(draft, { force: true }).catch(() => undefined);
      }
    },
  };
}

interface KeptFile {
  readonly path: string;
  readonly size: number;
  /** When it was written or last read. */
  readonly usedMs: number;
}

async function filesIn(folder: string): Promise<KeptFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: KeptFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const known = await stat(path).catch(() => undefined); // another process may be cleaning up, too
    if (known) files.push({ path, size: known.size, usedMs: known.mtimeMs });
  }
  return files;
}
