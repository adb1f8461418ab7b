import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { copyEntry, moveEntry, transferEntry } from '../../api/entries.ts';
import { isFolder } from '../../kinds/index.ts';
import { baseName, joinPath } from '../entry-path.ts';
import { placeWhere, type WhenTaken } from './taken.ts';
import { useManyAtOnce } from './use-many-at-once.ts';

type Placing = {
  readonly way: 'move' | 'copy';
  readonly datasetRef: DatasetRef;
  readonly entries: readonly Entry[];
  /** Null: the dataset they are in. */
  readonly other: DatasetRef | null;
  readonly folder: string;
  /** The name of a single entry there; null: they keep theirs. */
  readonly name: string | null;
  readonly whenTaken: WhenTaken;
  readonly onDone: () => void;
};

/** Moves or copies entries, one after another, to a folder of their dataset or of another one. */
export function usePlacing({ way, datasetRef, entries, other, folder, name, whenTaken, onDone }: Placing) {
  const put = (from: string, to: string, overwrite: boolean): Promise<unknown> => {
    if (other !== null) return transferEntry(datasetRef, { from, target: other, to, overwrite, keep: way === 'copy' });
    return way === 'move' ? moveEntry(datasetRef, from, to) : copyEntry(datasetRef, from, to, overwrite);
  };
  return useManyAtOnce({
    datasets: other === null ? [datasetRef] : [datasetRef, other],
    entries,
    size: 1,
    onDone,
    run: async (part) => {
      for (const entry of part) {
        const to = joinPath(folder, name ?? baseName(entry.path));
        await placeWhere((path, overwrite) => put(entry.path, path, overwrite), to, isFolder(entry), whenTaken);
      }
      return [];
    },
  });
}
