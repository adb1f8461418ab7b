import type { DatasetGrant } from '../../access/index.ts';
import type { Database } from '../../database/index.ts';
import { findValuesOfKey, type DumpedValue } from './metadata-store.ts';
import { removeValuesById, restoreValues, type RefusedValue } from './restoring.ts';

/** Values of metadata for other modules: OGC services read them, an import copies them. */
export interface MetadataValues {
  /**
   * The last value of a key by path; null for a value that is too long.
   *
   * @param choice `paths`: only of these paths; undefined: of up to `limit` paths
   */
  ofKey(
    datasetId: string,
    key: string,
    choice: { readonly paths: readonly string[] | undefined; readonly bytes: number; readonly limit: number },
  ): Promise<ReadonlyMap<string, unknown>>;
  /** What its owners say of an entry: the last value of a key; undefined where there is none, null for one of more than 64 KiB. */
  ofEntry(datasetId: string, path: string, key: string): Promise<unknown>;
  /** Adds values of another copy of the dataset with their ids and times. @returns values that cannot be kept */
  restore(dataset: DatasetGrant, values: readonly DumpedValue[]): Promise<readonly RefusedValue[]>;
  /** Removes values by their ids. */
  remove(dataset: DatasetGrant, ids: readonly string[]): Promise<void>;
}

/** A CRS as text takes some kilobytes. */
const MAX_BYTES_OF_ENTRY = 65_536;

export const createMetadataValues = (db: Database): MetadataValues => ({
  ofKey: (datasetId, key, choice) => findValuesOfKey(db, datasetId, key, choice),
  async ofEntry(datasetId, path, key) {
    const choice = { paths: [path], bytes: MAX_BYTES_OF_ENTRY, limit: 1 };
    return (await findValuesOfKey(db, datasetId, key, choice)).get(path);
  },
  restore: (dataset, values) => restoreValues(db, dataset, values),
  remove: (dataset, ids) => removeValuesById(db, dataset, ids),
});
