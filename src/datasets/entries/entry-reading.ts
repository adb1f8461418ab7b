import type { Database } from '../../database/index.ts';
import { requireEntry } from '../objects/context.ts';
import type { EntryRow } from './entry-row.ts';
import { entriesBelow, findEntries, findEntry, findKeyEntry, type EntryKey } from './entry-store.ts';

/** Reads entries of datasets, in a transaction or without one. */
export interface EntryReading {
  /** The entry with this path. */
  find(db: Database, datasetId: string, path: string): Promise<EntryRow | undefined>;
  /** The same. @throws `not-found` when there is none */
  require(db: Database, dataset: { readonly id: string }, path: string): Promise<EntryRow>;
  /** The entries with these paths, in no order. */
  findAll(db: Database, datasetId: string, paths: readonly string[]): Promise<EntryRow[]>;
  /** An entry and all entries below it in the order of their paths. An empty path is the whole dataset. */
  below(db: Database, datasetId: string, page: Parameters<typeof entriesBelow>[2]): Promise<EntryRow[]>;
  /** The entry with this path when it has the bytes of the key, else another entry that has them. */
  ofKey(db: Database, key: EntryKey, path?: string): Promise<(EntryRow & { readonly hash: string }) | undefined>;
}

export const entryReading: EntryReading = {
  find: findEntry,
  findAll: findEntries,
  below: entriesBelow,
  ofKey: findKeyEntry,
  require: requireEntry,
};
