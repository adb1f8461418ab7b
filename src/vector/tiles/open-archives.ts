import { LRUCache } from 'lru-cache';
import { openTileArchive, type TileArchive } from './archive.ts';

/** Keeps archives open between requests. */
export interface OpenArchives {
  /** The archive at a path, good until the next call. @throws when there is none */
  use(path: string): TileArchive;
  close(): void;
}

/** A handle and some pages of cache each, at most 2 MB. */
const MOST_OPEN = 64;
/** A map that is looked at asks more often; the files of an archive that was replaced or deleted are freed this soon. */
const IDLE_MS = 60_000;

/** Owner of the open archives. Bound: 64, each for a minute after its last use. A path is a version: it never changes. */
export function createOpenArchives(open: (path: string) => TileArchive = openTileArchive): OpenArchives {
  const archives = new LRUCache<string, TileArchive>({
    max: MOST_OPEN,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (archive) => archive.close(),
  });
  return {
    use(path) {
      const known = archives.get(path);
      if (known !== undefined) return known;
      const archive = open(path);
      archives.set(path, archive);
      return archive;
    },
    close: () => archives.clear(),
  };
}
