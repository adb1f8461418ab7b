import type { Blob, BlobStore } from '../blobs/index.ts';
import { namedVersions, type OutputFolders } from '../builds/index.ts';
import type { Database } from '../database/index.ts';
import { lockBlob, usedBlobs } from '../datasets/index.ts';

export interface CleanUpReport {
  readonly blobs: number;
  readonly bytes: number;
  readonly outputs: number;
}

/**
 * Age at which what no row names is garbage: longer than any request lasts between storing bytes and naming them, as an
 * idle connection is closed after minutes.
 */
const GARBAGE_AGE_MS = 6 * 3600 * 1000;

/** Blobs asked about by one statement: nearly all are in use, and a store holds millions. */
const BATCH = 1000;

export interface CleanUpOptions {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly folders: OutputFolders;
  /** Longest time a build may take: its folder is named only at the end. */
  readonly buildTimeoutMs: number;
}

/** Removes stored bytes and build folders that nothing names: left-overs of crashes and of deleted entries. */
export async function cleanUp(
  { db, blobs, folders, buildTimeoutMs }: CleanUpOptions,
  signal: AbortSignal,
): Promise<CleanUpReport> {
  let [blobCount, bytes, outputs] = [0, 0, 0];
  const batch: Blob[] = [];
  const removeUnused = async (): Promise<void> => {
    const candidates = batch.splice(0);
    const used = await usedBlobs(
      db,
      candidates.map(({ hash }) => hash),
    );
    for (const { hash, size } of candidates.filter((blob) => !used.has(blob.hash))) {
      signal.throwIfAborted();
      const removed = await db.transaction().execute(async (transaction) => {
        await lockBlob(transaction, hash);
        if ((await usedBlobs(transaction, [hash])).size > 0) return false;
        // Not when the same bytes were sent again meanwhile: whoever did is about to name them.
        return blobs.remove(hash, GARBAGE_AGE_MS);
      });
      if (removed) [blobCount, bytes] = [blobCount + 1, bytes + size];
    }
  };
  await blobs.sweep(
    GARBAGE_AGE_MS,
    async (blob) => {
      if (batch.push(blob) >= BATCH) await removeUnused();
    },
    signal,
  );
  await removeUnused();
  for await (const { datasetId, version } of folders.olderThan(GARBAGE_AGE_MS + buildTimeoutMs)) {
    signal.throwIfAborted();
    if ((await namedVersions(db, [version])).has(version)) continue;
    await folders.remove(datasetId, version);
    outputs += 1;
  }
  return { blobs: blobCount, bytes, outputs };
}
