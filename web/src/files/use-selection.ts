import { useMemo, useState } from 'react';
import type { Entry } from '../api/answers.ts';
import { everything, extended, NOTHING, toggled } from './selection.ts';

/** The chosen rows of a list. Rows that are gone from the list are chosen no more. */
export function useSelection(entries: readonly Entry[]) {
  const [selection, setSelection] = useState(NOTHING);
  const order = useMemo(() => entries.map(({ path }) => path), [entries]);
  const chosen = useMemo(
    () => (selection.paths.size === 0 ? [] : entries.filter(({ path }) => selection.paths.has(path))),
    [entries, selection],
  );
  return {
    chosen,
    has: (path: string): boolean => selection.paths.has(path),
    /** Chooses or lets go one row; with `range` everything up to it. */
    choose: (path: string, range: boolean): void =>
      setSelection((old) => (range ? extended(old, order, path) : toggled(old, path))),
    /** From one row to another, as Shift and an arrow key do it. */
    span: (from: string, to: string): void =>
      setSelection((old) => extended(old.paths.size === 0 ? { ...old, anchor: from } : old, order, to)),
    all: (): void => setSelection(everything(order)),
    clear: (): void => setSelection(NOTHING),
  };
}

export type ChosenRows = ReturnType<typeof useSelection>;
