import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import { lockBlob, usedBlobs } from '../entries/entry-store.ts';
import { discardFiles } from './file-storage.ts';

/** Stored bytes and the rows that name them. */
export interface StoredBytes {
  /** Locks bytes for this transaction. Everything that names or removes these bytes takes the same lock. */
  lock(transaction: Database, hash: string): Promise<void>;
  /** The hashes that rows name. */
  used(db: Database, hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes bytes that no row names. */
  discard(hashes: readonly string[]): Promise<void>;
}

export function createStoredBytes(dependencies: { readonly db: Database; readonly blobs: BlobStore }): StoredBytes {
  return { lock: lockBlob, used: usedBlobs, discard: (hashes) => discardFiles(dependencies, hashes) };
}
