import type { Caller } from '../../access/index.ts';
import type { Quota } from '../../accounts/index.ts';
import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import type { Inspector } from '../../inspection/index.ts';
import { presentEntry } from '../entries/entry.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { findEntry } from '../entries/entry-store.ts';
import { lockDataset, lockDatasetAndBlobs } from '../store.ts';
import type { DatasetRef, EntryObserver } from './entry-observer.ts';
import type { Reinspection } from './reinspection.ts';

/** Who writes: administrators are bound by no quota. */
export interface Uploader extends Pick<Caller, 'id' | 'isAdmin'> {
  /**
   * Asked right before the transaction that changes something, as bytes and a look at them take their time. Throws when he may
   * no longer write.
   */
  readmit?(): Promise<void>;
}

export interface ObjectDependencies {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly inspector: Inspector;
  readonly observer: EntryObserver;
  readonly quota: Quota;
  /** Looks again at files that need others, when those changed. */
  readonly reinspection: Pick<Reinspection, 'note' | 'refresh'>;
}

export type EntryAnswer = ReturnType<typeof presentEntry>;

/** Entries as they are answered, with the states of their builds. */
export async function present(
  { observer }: Pick<ObjectDependencies, 'observer'>,
  dataset: DatasetRef,
  rows: readonly EntryRow[],
): Promise<EntryAnswer[]> {
  const states = await observer.states(dataset, rows);
  return rows.map((row) => presentEntry(row, states.get(row.path)));
}

/** @throws `not-found` */
export async function requireEntry(db: Database, dataset: DatasetRef, path: string): Promise<EntryRow> {
  const entry = await findEntry(db, dataset.id, path);
  if (entry === undefined) throw fail('not-found', `There is no entry ${path} in the dataset.`);
  return entry;
}

/**
 * Takes the dataset for a transaction that changes its entries. @throws `not-found` when it is gone, or in another
 * organization than that where the caller was let in: others decide there who may change it
 */
export async function requireDataset(transaction: Database, { id, organization }: DatasetRef): Promise<void> {
  if (!(await lockDataset(transaction, id))) throw datasetGone();
  if (organization && !(await isInOrganization(transaction, id, organization.id))) throw datasetGone();
}

async function isInOrganization(transaction: Database, id: string, organizationId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('datasets')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the dataset, and holds the clean-up off these bytes until the transaction ends. @throws `not-found` */
export async function requireDatasetAndBlobs(
  transaction: Database,
  dataset: DatasetRef,
  hashes: readonly string[],
): Promise<void> {
  if (!(await lockDatasetAndBlobs(transaction, dataset.id, hashes))) throw datasetGone();
}

const datasetGone = () => fail('not-found', 'The dataset was deleted or moved meanwhile.');
