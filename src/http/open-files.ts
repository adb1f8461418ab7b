import { open, type FileHandle } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

/** A file that is open for reading. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly isFile: boolean;
  readonly size: number;
  readonly modified: Date;
}

interface Entry {
  readonly file: Promise<OpenFile>;
  users: number;
  isEvicted: boolean;
}

/** Handles: programs read a file by some hundred small ranges, and open a few files at a time. */
const MOST_OPEN = 128;
/** A file that was deleted gives its room back this much after its last reader. */
const IDLE_MS = 2000;

/**
 * Files between the ranges that are read of them. What stands in a path never changes while it has one ETag, and the key has both:
 * a handle is right for as long as it is open. Nothing that is half read is closed.
 */
const files = new LRUCache<string, Entry>({
  max: MOST_OPEN,
  ttl: IDLE_MS,
  ttlAutopurge: true,
  updateAgeOnGet: true,
  dispose(entry) {
    entry.isEvicted = true;
    closeIfIdle(entry);
  },
});

/**
 * Calls `use` with the opened file, which stays open until that is done.
 *
 * @param etag of what stands in the file
 * @throws the file system's error when it cannot be opened
 */
export async function withOpenFile<T>(path: string, etag: string, use: (file: OpenFile) => Promise<T>): Promise<T> {
  const entry = entryOf(path, `${etag} ${path}`);
  entry.users++;
  try {
    return await use(await entry.file);
  } finally {
    entry.users--;
    closeIfIdle(entry);
  }
}

function entryOf(path: string, key: string): Entry {
  const known = files.get(key);
  if (known !== undefined) return known;
  const entry: Entry = { file: openWithFacts(path), users: 0, isEvicted: false };
  files.set(key, entry);
  // A failure is not kept: the file may be there at the next request.
  entry.file.catch(() => {
    if (files.peek(key) === entry) files.delete(key);
  });
  return entry;
}

async function openWithFacts(path: string): Promise<OpenFile> {
  const handle = await open(path);
  try {
    const facts = await handle.stat();
    return { handle, isFile: facts.isFile(), size: facts.size, modified: facts.mtime };
  } catch (fault) {
    await handle.close();
    throw fault;
  }
}

/** Handles that are being closed. */
const closing = new Set<Promise<void>>();

function closeIfIdle({ isEvicted, users, file }: Entry): void {
  if (!isEvicted || users > 0) return;
  // What failed to open has no handle, and one that was only read from loses nothing when closing it fails.
  const closed = file.then(({ handle }) => handle.close()).catch(() => undefined);
  closing.add(closed);
  void closed.then(() => closing.delete(closed));
}

/** Closes all files that nobody reads: when it ends, a disk they lie on can be taken away. */
export async function closeFiles(): Promise<void> {
  files.clear();
  await Promise.all(closing);
}
