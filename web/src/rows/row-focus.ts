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
 * Roving focus: one row is in the tab order, the arrow keys move to its neighbours. Within a row the keys keep the
 * column: from a row's menu button down to the next row's menu button. Left and right change the column.
 */
export function useRowFocus(count: number, body: RefObject<HTMLElement | null>, scrollTo: (index: number) => void) {
  const [wanted, setActive] = useState(0);
  const [request, setRequest] = useState<{ readonly row: number; readonly column: number } | null>(null);
  // The list may have become shorter.
  const active = Math.max(0, Math.min(wanted, count - 1));

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
    const next = rowAfterKey(event.key, active, count);
    if (next === null) return;
    event.preventDefault();
    scrollTo(next);
    setActive(next);
    setRequest({ row: next, column });
  };

  return { active, setActive, onKeyDown };
}
