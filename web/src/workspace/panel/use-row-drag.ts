import { type PointerEvent, useState } from 'react';

type Drop = { readonly target: string; readonly isBelow: boolean };
type Drag = { readonly key: string; readonly drop: Drop | null };

/**
 * Rows that are dragged by a grip, with a mouse or a finger. A row has its key as `data-layer`, and its list `data-drop`: a row is
 * dropped within its list.
 */
export function useRowDrag(onDrop: (key: string, drop: Drop) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  return {
    /** The row that is dragged. */
    dragged: drag?.key,
    /** Where it would land: beside which row. */
    drop: drag?.drop ?? null,
    grip: (key: string) => ({
      onPointerDown: (event: PointerEvent): void => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ key, drop: null });
      },
      onPointerMove: (event: PointerEvent): void => {
        if (drag !== null) setDrag({ key, drop: dropAt(event, key) });
      },
      onPointerUp: (): void => {
        if (drag !== null && drag.drop !== null) onDrop(key, drag.drop);
        setDrag(null);
      },
      onPointerCancel: (): void => setDrag(null),
    }),
  };
}

/** The row below the pointer; null where it is none of the same list, or the dragged one. */
function dropAt({ clientX, clientY, currentTarget }: PointerEvent, key: string): Drop | null {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-layer]');
  const target = row?.dataset['layer'];
  if (row === undefined || row === null || target === undefined || target === key) return null;
  if (row.closest('[data-drop]') !== currentTarget.closest('[data-drop]')) return null;
  const { top, height } = row.getBoundingClientRect();
  return { target, isBelow: clientY > top + height / 2 };
}
