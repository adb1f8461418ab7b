import { useRef, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { copyEntry, moveEntry, transferEntry } from '../../api/entries.ts';
import { isFolder } from '../../kinds/index.ts';
import { baseName, joinPath } from '../entry-path.ts';
import type { Along } from '../companions/going-along.ts';
import { placeAlong } from './place-along.ts';
import { type Placed, placeWhere, type WhenTaken } from './taken.ts';
import type { Failure } from './in-parts.ts';
import { useManyAtOnce } from './use-many-at-once.ts';

type Placing = {
  readonly way: 'move' | 'copy';
  readonly datasetRef: DatasetRef;
  readonly entries: readonly Entry[];
  /** What goes along with each of them. */
  readonly along: Along;
  /** Null: the dataset they are in. */
  readonly other: DatasetRef | null;
  readonly folder: string;
  /** The name of a single entry there; null: they keep theirs. */
  readonly name: string | null;
  readonly whenTaken: WhenTaken;
  readonly onDone: () => void;
};

/** Moves or copies entries with what belongs to them, one after another, to a folder of their dataset or of another one. */
export function usePlacing({ way, datasetRef, entries, along, other, folder, name, whenTaken, onDone }: Placing) {
  const put = (from: string, to: string, overwrite: boolean): Promise<unknown> => {
    if (other !== null) return transferEntry(datasetRef, { from, target: other, to, overwrite, keep: way === 'copy' });
    return way === 'move' ? moveEntry(datasetRef, from, to) : copyEntry(datasetRef, from, to, overwrite);
  };
  const placed = useRef(new Map<string, Placed>());
  const [isBegun, setBegun] = useState(false);
  const belongingTo = (path: string): readonly Entry[] => along.of.get(path) ?? [];
  const many = useManyAtOnce({
    datasets: other === null ? [datasetRef] : [datasetRef, other],
    entries,
    belongingTo,
    size: 1,
    onDone,
    run: async (part) => {
      let failures: readonly Failure[] = [];
      for (const main of part) {
        const to = joinPath(folder, name ?? baseName(main.path));
        const stayed = await placeAlong({
          main,
          companions: belongingTo(main.path),
          placed: placed.current,
          placeMain: async () => {
            const there = await placeWhere((path, over) => put(main.path, path, over), to, isFolder(main), whenTaken);
            setBegun(true);
            return there;
          },
          // It has the number of its main file. With one of its own it would belong to nothing.
          place: put,
        });
        failures = failures.concat(stayed);
      }
      return failures;
    },
  });
  /** Something is placed: what is left has to go to the same place. */
  return { ...many, isBegun };
}
