import { useEffect, useRef, type RefObject } from 'react';

/**
 * Rows come and go under the focus: when the row that had it is deleted or moved away, the row that took its place has
 * it, instead of nothing; and the page's content when that was the last one.
 */
export function useFocusKept(grid: RefObject<HTMLElement | null>, rows: readonly unknown[]): void {
  const inside = useRef(false);
  useEffect(() => {
    const note = (): void => {
      const focus = document.activeElement;
      // A dialog takes the focus only for a while; nothing has it after its row is gone.
      if (focus === null || focus === document.body || focus.closest('[role="dialog"]') !== null) return;
      inside.current = grid.current?.contains(focus) === true;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [grid]);
  useEffect(() => {
    if (!inside.current) return;
    // Dialogs give the focus back when they are gone, which takes as long as they fade.
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      // Renamed, it may be far away in the list.
      grid.current?.querySelector<HTMLElement>('[data-row] a[tabindex="0"]')?.focus();
    }, FADED_MS);
    return () => clearTimeout(timer);
  }, [rows, grid]);
  useEffect(
    () => () => {
      if (!inside.current) return;
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
      }, FADED_MS);
    },
    [],
  );
}

/** A little more than the longest of our dialogs takes to fade. */
const FADED_MS = 350;
