import { LRUCache } from 'lru-cache';
import { openCogFile } from '../cog/cog-file.ts';
import type { Cog } from '../cog/cog-file.ts';
import { RasterError } from '../raster-error.ts';

/** Keeps a file open until work is done that its caller may not wait for. */
export type Hold = <T>(work: Promise<T>) => Promise<T>;

/** Keeps COGs open between requests. */
export interface OpenCogs {
  /** Calls `use` with the opened file, which stays open until it is done, whatever is evicted meanwhile. */
  use<T>(path: string, version: string, use: (cog: Cog, hold: Hold) => Promise<T>): Promise<T>;
  /** Lets go of every version of a file. */
  forget(path: string): void;
  /** Lets go of everything; resolves when the last handle is closed. */
  close(): Promise<void>;
}

interface Entry {
  readonly path: string;
  readonly cog: Promise<Cog>;
  readonly closed: PromiseWithResolvers<void>;
  users: number;
  isEvicted: boolean;
}

/**
 * Owner of the open handles and parsed headers. Bound: `atMost` files, plus those in use at the moment of their
 * eviction. Invalidated by its key, path and version, so that a rebuilt file is opened anew; the old one falls out by
 * age or by `forget`.
 */
export function createOpenCogs(atMost: number, open: (path: string) => Promise<Cog> = openCogFile): OpenCogs {
  const unclosed = new Set<Promise<void>>();
  let isClosed = false;
  const entries = new LRUCache<string, Entry>({
    max: atMost,
    dispose(entry) {
      entry.isEvicted = true;
      closeIfIdle(entry);
    },
  });

  function closeIfIdle({ isEvicted, users, cog, closed }: Entry): void {
    if (!isEvicted || users > 0) return;
    // A file that failed to open has no handle, and a handle only read from loses nothing when closing it fails.
    cog.then((opened) => opened.close()).then(closed.resolve, () => closed.resolve());
  }

  function entryOf(path: string, version: string): Entry {
    const key = `${path}\0${version}`;
    const known = entries.get(key);
    if (known !== undefined) return known;
    // Opened without anybody's signal: it is short, bounded, and the next request wants it too.
    const entry: Entry = { path, cog: open(path), closed: Promise.withResolvers(), users: 0, isEvicted: false };
    const { promise } = entry.closed;
    unclosed.add(promise);
    void promise.then(() => unclosed.delete(promise));
    entries.set(key, entry);
    // A failure is not kept: the file may be there, or whole, at the next request.
    entry.cog.catch(() => {
      if (entries.peek(key) === entry) entries.delete(key);
    });
    return entry;
  }

  return {
    async use(path, version, use) {
      if (isClosed) throw new RasterError('closed', 'Map tiles are no longer served; the service is stopping.');
      const entry = entryOf(path, version);
      const hold: Hold = (work) => {
        entry.users++;
        return work.finally(() => {
          entry.users--;
          closeIfIdle(entry);
        });
      };
      return hold(entry.cog.then((cog) => use(cog, hold)));
    },
    forget(path) {
      for (const [key, entry] of Array.from(entries.entries())) if (entry.path === path) entries.delete(key);
    },
    async close() {
      isClosed = true;
      entries.clear();
      await Promise.all(unclosed);
    },
  };
}
