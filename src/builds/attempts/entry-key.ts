import type { Database } from '../../database/index.ts';
import { entryReading, sidecars } from '../../datasets/index.ts';
import type { EntryObserver, EntryRow, SeenFiles } from '../../datasets/index.ts';
import type { BlobStore } from '../../blobs/index.ts';
import type { Inspector } from '../../inspection/index.ts';
import type { BuildKey } from '../build-key.ts';

export interface EntryKeyOptions {
  readonly db: Database;
  readonly blobs: BlobStore;
  /** Says what a file is, and what it needs beside it. */
  readonly inspector: Inspector;
  /** Told of entries that turned out to have another key. */
  readonly observer: Pick<EntryObserver, 'written'>;
}

/** The key of an entry against the files that its build has met. */
export interface EntryKeyCheck {
  /** Whether the key tells of these files, and they are there still. */
  holds(db: Database): Promise<boolean>;
  /**
   * Gives the entry the key of what is beside it now: its job would end in the same way again and again.
   *
   * @throws Error for an output that asks for other files than inspection does
   */
  correct(signal: AbortSignal): Promise<void>;
}

/**
 * An entry can have a key that is not that of its files: inspection may be on its way, or have never been. What is made of them
 * would be served to all that have the key.
 *
 * @param seen what the build has asked for
 */
export function checkKeyOf(entry: EntryRow, key: BuildKey, seen: SeenFiles, options: EntryKeyOptions): EntryKeyCheck {
  const { datasetId, hash, companions } = key;
  const isOfKey = (): boolean => sidecars.fingerprint(entry.path, seen) === companions;
  return {
    holds: async (db) => isOfKey() && (await sidecars.areUnchanged(db, datasetId, seen)),
    async correct(signal) {
      await sidecars.inspectAgain(options, datasetId, entry, signal);
      const now = await entryReading.find(options.db, datasetId, entry.path);
      const isSame = now?.hash === hash && now.companions === companions;
      if (isSame && !isOfKey() && (await sidecars.areUnchanged(options.db, datasetId, seen)))
        throw new Error(`An output of ${entry.path} asks for other files than its inspection.`);
    },
  };
}
