import type { Database } from '../../database/index.ts';
import type { TreePlace, TreeSize } from '../entries/entry-tree.ts';
import { freedHashes, removeTrees } from '../entries/tree-removal.ts';
import type { DatasetRef, EntryObserver } from './entry-observer.ts';

/** What was taken out of a dataset. */
export interface Taken extends TreeSize {
  /** What to do once it is committed; never rejects. */
  readonly cleanUp: () => Promise<void>;
}

export const TOOK_NOTHING: Taken = { count: 0, bytes: 0, cleanUp: () => Promise.resolve() };

/**
 * Removes entries with all below them, and what is built of bytes that no entry of the dataset has then. Counters are the
 * caller's.
 *
 * @param coming a tree that is copied into the dataset afterwards
 */
export async function takeTrees(
  observer: Pick<EntryObserver, 'unused'>,
  transaction: Database,
  dataset: DatasetRef,
  paths: readonly string[],
  coming?: TreePlace,
): Promise<Taken> {
  let [count, bytes] = [0, 0];
  const cleanUps: (() => Promise<void>)[] = [];
  for await (const page of removeTrees(transaction, dataset.id, paths)) {
    [count, bytes] = [count + page.count, bytes + page.bytes];
    // Bytes are free behind the statement that took the last entry with them: no hash is kept until the end.
    const freed = await freedHashes(transaction, dataset.id, page.hashes, coming);
    if (freed.length > 0) cleanUps.push(await observer.unused(transaction, dataset, freed));
  }
  const cleanUp = async (): Promise<void> => {
    for (const one of cleanUps) await one();
  };
  return { count, bytes, cleanUp };
}
