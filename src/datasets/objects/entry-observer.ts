import type { Database } from '../../database/index.ts';
import type { BuildCandidate } from '../entries/entry-row.ts';
import type { BuildState } from '../entries/entry.ts';

/** What the module of builds does when entries change; plugged in by the composition root. */
export interface EntryObserver {
  /**
   * In the transaction that writes files: what it enqueues exists exactly when their entries do.
   *
   * @param userId null: nobody asked for it
   */
  written(
    transaction: Database,
    dataset: DatasetRef,
    entries: readonly BuildCandidate[],
    userId: string | null,
  ): Promise<void>;
  /** In a transaction: asks for the builds of files again, also of those that are built. */
  rebuild(
    transaction: Database,
    dataset: DatasetRef,
    entries: readonly BuildCandidate[],
    userId: string | null,
  ): Promise<void>;
  /** In the transaction that moved an entry, a folder with all that is in it, within its dataset. */
  moved(transaction: Database, dataset: DatasetRef, from: string, to: string): Promise<void>;
  /**
   * In the transaction after which no entry of the dataset has these bytes.
   *
   * @returns what to do once it is committed; never rejects
   */
  unused(transaction: Database, dataset: DatasetRef, hashes: readonly string[]): Promise<() => Promise<void>>;
  /** In the transaction that deletes whole datasets, before it does. @returns what to do once it is committed; never rejects */
  datasetsDeleted(transaction: Database, datasetIds: readonly string[]): Promise<() => Promise<void>>;
  /** Types of entries of which something is built. */
  readonly types: readonly number[];
  /** Build states by path; entries that are built or need no build are absent. */
  states(dataset: DatasetRef, entries: readonly BuildCandidate[]): Promise<ReadonlyMap<string, BuildState>>;
  /** Properties that are known of an entry since something was built of it. */
  properties(dataset: DatasetRef, entry: BuildCandidate): Promise<Readonly<Record<string, unknown>>>;
}

export interface DatasetRef {
  readonly id: string;
  /** Where the caller was let in. */
  readonly organization?: { readonly id: string };
}
