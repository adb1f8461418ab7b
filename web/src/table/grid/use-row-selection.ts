import { useState } from 'react';

/** Rows that are selected at most: each is a line of what is done with them. */
const MOST_SELECTED = 2000;

type RowSelection = {
  readonly selected: readonly string[];
  readonly onSelect: (ids: readonly string[]) => void;
  readonly idAt: (row: number) => string | undefined;
  /** Ids of rows that follow each other, also of such that are not there yet; at most `MOST_SELECTED`. */
  readonly idsBetween: (first: number, last: number) => Promise<readonly string[]>;
};

/** Selecting rows: one alone, one more, or all from the last one. */
export function useRowSelection({ selected, onSelect, idAt, idsBetween }: RowSelection) {
  const [anchor, setAnchor] = useState<number | null>(null);
  const [problem, setProblem] = useState<unknown>(null);

  const only = (row: number): void => {
    const id = idAt(row);
    if (id === undefined) return;
    setAnchor(row);
    onSelect([id]);
  };
  const toggle = (row: number): void => {
    const id = idAt(row);
    if (id === undefined) return;
    setAnchor(row);
    onSelect(selected.includes(id) ? selected.filter((it) => it !== id) : [...selected, id].slice(-MOST_SELECTED));
  };
  const upTo = (row: number): void => {
    const from = anchor ?? row;
    if (anchor === null) setAnchor(row);
    setProblem(null);
    // The rows nearest to the one that was reached last are those that are kept.
    const [first, last] =
      from <= row ? [Math.max(from, row - MOST_SELECTED + 1), row] : [row, Math.min(from, row + MOST_SELECTED - 1)];
    idsBetween(first, last).then(onSelect, setProblem);
  };
  return { only, toggle, upTo, clear: () => onSelect([]), problem, forget: () => setProblem(null) };
}
