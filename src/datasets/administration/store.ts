import type { Database } from '../../database/index.ts';
import { insertMetadata } from '../metadata/metadata-store.ts';
import type { MetadataRow } from '../store.ts';

export interface DatasetFacts {
  readonly id: string;
  readonly slug: string;
  readonly visibility: number;
}

const facts = (db: Database) => db.selectFrom('datasets').select(['id', 'slug', 'visibility']).orderBy('id');
const locked = (transaction: Database) => facts(transaction).forUpdate();

/** Takes a dataset for this transaction; `undefined` when it is gone, or in another organization meanwhile. */
export function lockDatasetIn(
  transaction: Database,
  organizationId: string,
  id: string,
): Promise<DatasetFacts | undefined> {
  return locked(transaction).where('organization_id', '=', organizationId).where('id', '=', id).executeTakeFirst();
}

/** Takes all datasets of an organization for this transaction. */
export function lockDatasetsOf(transaction: Database, organizationId: string): Promise<DatasetFacts[]> {
  return locked(transaction).where('organization_id', '=', organizationId).execute();
}

/** All datasets of an organization, not taken. */
export function listDatasetsOf(db: Database, organizationId: string): Promise<DatasetFacts[]> {
  return facts(db).where('organization_id', '=', organizationId).execute();
}

/** Gives a dataset its place: an organization, and a slug that is free there. */
export async function placeDataset(
  transaction: Database,
  id: string,
  organizationId: string,
  slug: string,
): Promise<void> {
  await transaction
    .updateTable('datasets')
    .set({ organization_id: organizationId, slug })
    .where('id', '=', id)
    .execute();
}

/** PostgreSQL's unique_violation. */
const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because its slug was taken, perhaps by another transaction a moment ago. */
export function isTaken(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === UNIQUE_VIOLATION;
}

export async function setVisibility(transaction: Database, id: string, visibility: number): Promise<void> {
  await transaction.updateTable('datasets').set({ visibility }).where('id', '=', id).execute();
}

/** Removes values of the dataset itself by their key. */
export async function removeMetadataOf(transaction: Database, datasetId: string, key: string): Promise<void> {
  await transaction
    .deleteFrom('dataset_metadata')
    .where('dataset_id', '=', datasetId)
    .where('path', '=', '')
    .where('key', '=', key)
    .execute();
}

/** Sets a value of the dataset itself, in place of those of its key. It gets an id of its own each time. */
export async function replaceMetadata(
  transaction: Database,
  datasetId: string,
  key: string,
  data: unknown,
): Promise<Omit<MetadataRow, 'key'>> {
  await removeMetadataOf(transaction, datasetId, key);
  const row = await insertMetadata(transaction, { datasetId, path: '', key, data: JSON.stringify(data) });
  return { ...row, data };
}
