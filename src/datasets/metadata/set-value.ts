import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { MAX_BYTES_OF_ONE, MAX_VALUES_IN_DATASET, MAX_VALUES_OF_ONE } from './limits.ts';
import { countMetadata, insertMetadata, measureValues, removeValues } from './metadata-store.ts';

/** What a value belongs to; an empty path is the dataset itself. */
export interface Where {
  readonly path: string;
  readonly key: string;
}

interface Inserted {
  readonly id: string;
  readonly mtime: number;
  readonly data: unknown;
}

/**
 * Sets the one value of a key, in a transaction that holds the dataset.
 *
 * @throws `invalid-input` when there would be too much of it
 */
export async function setMetadataValue(
  transaction: Database,
  datasetId: string,
  at: Where,
  data: unknown,
): Promise<Inserted> {
  await removeValues(transaction, datasetId, at.path, at.key);
  return insertWithinLimits(transaction, datasetId, at, data);
}

/** Adds a value beside the others of its key. @throws as `setMetadataValue` does */
export async function insertWithinLimits(
  transaction: Database,
  datasetId: string,
  { path, key }: Where,
  data: unknown,
): Promise<Inserted> {
  const row = await insertMetadata(transaction, { datasetId, path, key, data: JSON.stringify(data) });
  const { count, bytes } = await measureValues(transaction, datasetId, path);
  if (count > MAX_VALUES_OF_ONE || bytes > MAX_BYTES_OF_ONE)
    throw fail(
      'invalid-input',
      `${path || 'The dataset'} has too much metadata: ${MAX_VALUES_OF_ONE} values and ${MAX_BYTES_OF_ONE} bytes at most.`,
    );
  if ((await countMetadata(transaction, datasetId)) > MAX_VALUES_IN_DATASET)
    throw fail('invalid-input', `The dataset has ${MAX_VALUES_IN_DATASET} values of metadata, and may have no more.`);
  return { ...row, data };
}
