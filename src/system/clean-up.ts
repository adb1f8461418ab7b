import type { Blob, BlobStore } from '../blobs/index.ts';
import { namedVersions, type OutputFolders } from '../builds/index.ts';
import type { Database } from '../database/index.ts';
import type { StoredBytes } from '../datasets/index.ts';
import { forgetUnnamed, forgetUnnamedBefore, noteUnnamed, unnamedSince } from './unnamed-blobs.ts';

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
/** How long bytes are kept after they were found without a name: an archive that is being sent may have them before it. */
const UNNAMED_MS = 6 * 3600 * 1000;
/** Notes of bytes that are gone otherwise are of no use; those of bytes that are there are made again. */
const NOTES_MS = 30 * 24 * 3600 * 1000;

/** Blobs asked about by one statement: nearly all are in use, and a store holds millions. */
const BATCH = 1000;

export interface CleanUpOptions {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly folders: OutputFolders;
  readonly storedBytes: Pick<StoredBytes, 'lock' | 'used'>;
  /** Longest time a build may take: its folder is named only at the end. */
  readonly buildTimeoutMs: number;
}

/**
 * Removes stored bytes and build folders that nothing names: left-overs of crashes, of deleted entries and datasets. Bytes
 * are noted when they are found unnamed, and removed by a clean-up hours later that finds them so again.
 */
export async function cleanUp(options: CleanUpOptions, signal: AbortSignal): Promise<CleanUpReport> {
  const { db, blobs, folders, buildTimeoutMs } = options;
  let [blobCount, bytes, outputs] = [0, 0, 0];
  const batch: Blob[] = [];
  const removeUnused = async (): Promise<void> => {
    const candidates = batch.splice(0);
    const unnamed = await longUnnamed(options, candidates);
    for (const { hash, size } of candidates) {
      const since = unnamed.get(hash);
      if (since === undefined) continue;
      signal.throwIfAborted();
      if (await removeBlob(options, hash, since)) [blobCount, bytes] = [blobCount + 1, bytes + size];
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
  await forgetUnnamedBefore(db, new Date(Date.now() - NOTES_MS));
  const folderAgeMs = GARBAGE_AGE_MS + buildTimeoutMs;
  for await (const { datasetId, version } of folders.olderThan(folderAgeMs)) {
    signal.throwIfAborted();
    if ((await namedVersions(db, [version])).has(version)) continue;
    await folders.remove(datasetId, version);
    outputs += 1;
  }
  for await (const datasetId of folders.datasetsOlderThan(folderAgeMs)) {
    signal.throwIfAborted();
    // Its markers name its files: a build that ended beside its deletion may have written one after it.
    if (await isGone(db, datasetId)) await folders.removeDataset(datasetId);
  }
  return { blobs: blobCount, bytes, outputs };
}

async function isGone(db: Database, datasetId: string): Promise<boolean> {
  return !(await db.selectFrom('datasets').select('id').where('id', '=', datasetId).executeTakeFirst());
}

/** The blobs that may go, and since when they are unnamed. Notes what is found out about the others. */
async function longUnnamed(
  { db, storedBytes }: CleanUpOptions,
  blobs: readonly Blob[],
): Promise<ReadonlyMap<string, Date>> {
  const hashes = blobs.map(({ hash }) => hash);
  const used = await storedBytes.used(db, hashes);
  const known = await unnamedSince(db, hashes);
  await forgetUnnamed(
    db,
    [...known.keys()].filter((hash) => used.has(hash)),
  );
  await noteUnnamed(
    db,
    hashes.filter((hash) => !used.has(hash) && !known.has(hash)),
  );
  const before = Date.now() - UNNAMED_MS;
  return new Map([...known].filter(([hash, since]) => !used.has(hash) && since.getTime() <= before));
}

function removeBlob({ db, blobs, storedBytes }: CleanUpOptions, hash: string, since: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await storedBytes.lock(transaction, hash);
    const isUsed = (await storedBytes.used(transaction, [hash])).size > 0;
    // Not when the same bytes were sent again since: the sender is about to name them, or did and let go again.
    const isRemoved = !isUsed && (await blobs.remove(hash, Date.now() - since.getTime()));
    if (isUsed || isRemoved) await forgetUnnamed(transaction, [hash]);
    else await noteUnnamed(transaction, [hash]);
    return isRemoved;
  });
}
