import type { Caller } from '../../access/index.ts';
import type { Quota } from '../../accounts/index.ts';
import { keepHead } from '../../bytes/index.ts';
import { BlobError, type BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { HEAD_BYTES } from '../../inspection/index.ts';
import { checkEntryPath } from '../entries/entry-path.ts';
import { findEntry, lockBlobs, usedBlobs } from '../entries/entry-store.ts';
import { checkConditions, hasConditions, type Conditions } from './conditions.ts';

export interface StoredFile {
  readonly hash: string;
  readonly size: number;
  /** Its first bytes, as long as somebody has them. */
  readonly head?: Buffer;
}

/** Until a row names stored bytes, another upload of the same bytes that fails may remove them. */
export const failRemoved = (): Error =>
  fail('busy', 'The stored file was cleaned up before it was named; send it again.');

interface Dependencies {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly quota: Quota;
}

/** A file that begins to arrive. */
export interface ArrivingFile {
  readonly source: AsyncIterable<Uint8Array>;
  /** Where it will be put, if that is known already: then it may take the place of what is there. */
  readonly path: string | undefined;
  /** Bytes it may take the place of where no path tells: what it does take the place of is known when it is put. */
  readonly replacing?: number;
  /** Bytes it has at least, as far as that is known. */
  readonly leastBytes: number;
  /** What must hold of what is there, asked before bytes are transferred; asked again when the file is put. */
  readonly conditions?: Conditions;
}

/**
 * Stores the bytes of a file that is to be put into a dataset, no more of them than the quota allows.
 *
 * @throws `quota-exceeded`, `precondition-failed`, before anything is transferred where the request tells enough
 */
export async function storeFile(
  { db, blobs, quota }: Dependencies,
  datasetId: string,
  { source, path, leastBytes, conditions, replacing = 0 }: ArrivingFile,
  uploader: Pick<Caller, 'isAdmin'>,
  signal: AbortSignal,
): Promise<StoredFile> {
  const checkedPath = path === undefined ? undefined : checkEntryPath(path);
  const matters = quota.binds(uploader) || (conditions !== undefined && hasConditions(conditions));
  const replaced = checkedPath !== undefined && matters ? await findEntry(db, datasetId, checkedPath) : undefined;
  if (checkedPath !== undefined && conditions) checkConditions(replaced, conditions);
  const replacedBytes = replaced?.size ?? replacing;
  const adding = leastBytes - replacedBytes;
  if (adding > 0) await quota.require(db, datasetId, uploader, adding);
  const most = replacedBytes + (await quota.remaining(db, datasetId, uploader));
  const kept = keepHead(source, HEAD_BYTES);
  const stored = await blobs.write(kept.source, signal, most).catch((cause: unknown) => {
    if (!(cause instanceof BlobError && cause.code === 'over-limit')) throw cause;
    throw fail(
      'quota-exceeded',
      `Storage quota exceeded: the file is larger than the ${most} bytes that are left. Delete files, or ask an administrator for more.`,
      cause,
    );
  });
  return { ...stored, head: kept.head() };
}

/**
 * Runs work that stores files and names them in rows. When the work fails, removes the bytes of the files it noted: a
 * refused file leaves nothing. The hourly clean-up removes bytes that cannot be removed now.
 *
 * @param work gets the set in which it notes the hashes of the bytes it stores
 */
export async function discardingRefused<T>(
  dependencies: Pick<Dependencies, 'db' | 'blobs'>,
  work: (stored: Set<string>) => Promise<T>,
): Promise<T> {
  const stored = new Set<string>();
  return work(stored).catch(async (refusal: unknown) => {
    await discardFiles(dependencies, [...stored]).catch(() => undefined);
    throw refusal;
  });
}

/** Files removed under the locks of one transaction: those who send the same bytes wait for so many. */
const DISCARDED_TOGETHER = 200;

/**
 * Removes the bytes of files that no row names; bytes that something else needs stay. A client that has sent the same bytes
 * just now, and has no row for them yet, is asked to send them again.
 */
export async function discardFiles(
  { db, blobs }: Pick<Dependencies, 'db' | 'blobs'>,
  hashes: readonly string[],
): Promise<void> {
  for (let from = 0; from < hashes.length; from += DISCARDED_TOGETHER) {
    const some = hashes.slice(from, from + DISCARDED_TOGETHER);
    await db.transaction().execute(async (transaction) => {
      await lockBlobs(transaction, some);
      const used = await usedBlobs(transaction, some);
      await Promise.all(some.filter((hash) => !used.has(hash)).map((hash) => blobs.remove(hash, 0)));
    });
  }
}
