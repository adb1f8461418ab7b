import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';

/** Rows that Page Up and Page Down jump over. */
const PAGE = 10;

/** Where a key leads from a row, or null when it is no key of the list. */
export function rowAfterKey(key: string, active: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, active + 1);
    case 'ArrowUp':
      return Math.max(0, active - 1);
    case 'PageDown':
      return Math.min(last, active + PAGE);
    case 'PageUp':
      return Math.max(0, active - PAGE);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/**
 * The row in the tab order: its place, and what it is about, so that it stays the same when others come and go. Before
 * somebody has been in the list it is about nothing: then it is the first one.
 */
type ActiveRow = { readonly index: number; readonly key: string | null };

/** What was about `from` is now about `to`: the focus goes along. */
export type Renaming = { readonly from: string; readonly to: string };

type Rows = {
  readonly count: number;
  readonly keyOf: (index: number) => string;
  readonly renaming?: Renaming | null | undefined;
};

/** Where that row is now: where it was, elsewhere, under its new name; or the row that took its place. */
export function activeRow({ index, key }: ActiveRow, { count, keyOf, renaming }: Rows): number {
  if (key === null || (index < count && keyOf(index) === key)) return Math.max(0, Math.min(index, count - 1));
  const wanted = renaming?.from === key ? [key, renaming.to] : [key];
  for (let at = 0; at < count; at += 1) if (wanted.includes(keyOf(at))) return at;
  return Math.max(0, Math.min(index, count - 1));
}

/**
 * Roving focus: one row is in the tab order, the arrow keys move to its neighbours. Within a row the keys keep the
 * column: from a row's menu button down to the next row's menu button. Left and right change the column.
 */
export function useRowFocus(rows: Rows, body: RefObject<HTMLElement | null>, scrollTo: (index: number) => void) {
  const { count, keyOf } = rows;
  const [wanted, setWanted] = useState<ActiveRow>({ index: 0, key: null });
  const [request, setRequest] = useState<{ readonly row: number; readonly column: number } | null>(null);
  const active = activeRow(wanted, rows);
  const setActive = (index: number): void => setWanted({ index, key: keyOf(index) });
  // Looked for once for each change of the list, not at each drawing.
  const moved = wanted.key !== null && count > 0 && (active !== wanted.index || keyOf(active) !== wanted.key);
  if (moved) setActive(active);

  useEffect(() => {
    if (request === null) return;
    const stops = body.current?.querySelectorAll<HTMLElement>(`[data-row="${request.row}"] [data-stop]`);
    stops?.item(Math.min(request.column, stops.length - 1))?.focus({ preventScroll: true });
  }, [request, body]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    // Keys of a menu or dialog that a row has opened come here, too.
    if (row === null || !(event.currentTarget.contains(row) || row.contains(event.currentTarget))) return;
    const stops = [...row.querySelectorAll<HTMLElement>('[data-stop]')];
    const column = Math.max(0, stops.indexOf(event.target as HTMLElement));
    const sideways = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (sideways !== undefined) {
      stops[column + sideways]?.focus();
      event.preventDefault();
      return;
    }
    const next = rowAfterKey(event.key, Number(row.dataset['row']), count);
    if (next === null) return;
    event.preventDefault();
    scrollTo(next);
    setActive(next);
    setRequest({ row: next, column });
  };

  return { active, setActive, onKeyDown };
}
