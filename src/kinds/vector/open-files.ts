import { LRUCache } from 'lru-cache';

/** Keeps built files open between requests. */
export interface OpenFiles<File> {
  /** The file at a path, good until the next call. @throws when there is none */
  use(path: string): File;
  close(): void;
}

/** A map that is looked at asks more often; a file that was replaced or deleted is freed this soon. */
const IDLE_MS = 60_000;

/** Owner of some open files, each for a minute after its last use. A path is a version: it never changes. */
export function createOpenFiles<File extends { close(): void }>(
  open: (path: string) => File,
  most: number,
): OpenFiles<File> {
  const files = new LRUCache<string, File>({
    max: most,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (file) => file.close(),
  });
  return {
    use(path) {
      const known = files.get(path);
      if (known !== undefined) return known;
      const file = open(path);
      files.set(path, file);
      return file;
    },
    close: () => files.clear(),
  };
}
