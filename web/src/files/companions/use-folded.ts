import { useMemo, useState } from 'react';
import type { Entry } from '../../api/answers.ts';
import { foldCompanions } from './fold-companions.ts';

/**
 * Rows of a list: what belongs to a file stands below it where that is open.
 *
 * @param isFolder false: entries of several folders, none of which is below another
 */
export function useFolded(entries: readonly Entry[], isFolder: boolean) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { main, companions } = useMemo(
    () => (isFolder ? foldCompanions(entries) : { main: entries, companions: NONE }),
    [entries, isFolder],
  );
  const { rows, all } = useMemo(() => {
    if (companions.size === 0) return { rows: main, all: main };
    const below = ({ path }: Entry) => companions.get(path) ?? [];
    return {
      rows: main.flatMap((entry) => (opened.has(entry.path) ? [entry, ...below(entry)] : [entry])),
      all: main.flatMap((entry) => [entry, ...below(entry)]),
    };
  }, [main, companions, opened]);
  const belonging = useMemo(
    () => new Set([...companions.values()].flatMap((some) => some.map(({ path }) => path))),
    [companions],
  );
  const folds = useMemo(() => {
    const toggle = (path: string) => (): void =>
      setOpened((old) => new Set(old.has(path) ? [...old].filter((it) => it !== path) : [...old, path]));
    return new Map(
      [...companions].map(([path, { length }]): [string, Fold] => [
        path,
        { count: length, isOpen: opened.has(path), toggle: toggle(path) },
      ]),
    );
  }, [companions, opened]);
  return {
    rows,
    /** What is folded, too: everything is chosen with it. */
    all,
    /** Stands below the file that it belongs to. */
    isBelow: (path: string): boolean => belonging.has(path),
    /** The files that belong to a file. */
    foldOf: (path: string): Fold | undefined => folds.get(path),
  };
}

/** Files that belong to one, shown or not. */
export type Fold = { readonly count: number; readonly isOpen: boolean; readonly toggle: () => void };

const NONE: ReadonlyMap<string, readonly Entry[]> = new Map();
