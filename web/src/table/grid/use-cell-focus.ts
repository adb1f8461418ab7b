import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import type { CellPlace } from './grid-types.ts';

type CellFocus = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: number;
  readonly columns: number;
  readonly pageRows: number;
  readonly showCell: (place: CellPlace) => void;
};

/** Where a key leads from a cell; null for a key that leads nowhere. */
export function cellAfterKey(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  { row, column }: CellPlace,
  { rows, columns, pageRows }: Pick<CellFocus, 'rows' | 'columns' | 'pageRows'>,
): CellPlace | null {
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const at = (toRow: number, toColumn = column): CellPlace => {
    const place = Math.max(-1, Math.min(lastRow, toRow));
    // The head of the boxes is no place to go to.
    return { row: place, column: Math.max(place === -1 ? 0 : -1, Math.min(lastColumn, toColumn)) };
  };
  switch (key) {
    case 'ArrowDown':
      return at(row + 1);
    case 'ArrowUp':
      return at(row - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'PageDown':
      return at(row + pageRows);
    case 'PageUp':
      return at(Math.max(0, row - pageRows));
    case 'Home':
      return ctrlKey ? at(0, -1) : at(row, -1);
    case 'End':
      return ctrlKey ? at(lastRow, lastColumn) : at(row, lastColumn);
    default:
      return null;
  }
}

/** Roving focus: one cell is in the tab order, and keys move to others, also to those that are not drawn yet. */
export function useCellFocus({ scroller, rows, columns, pageRows, showCell }: CellFocus) {
  const [wanted, setWanted] = useState<CellPlace>({ row: 0, column: 0 });
  const [request, setRequest] = useState<CellPlace | null>(null);
  const active: CellPlace = {
    row: Math.max(-1, Math.min(wanted.row, rows - 1)),
    column: Math.max(-1, Math.min(wanted.column, columns - 1)),
  };

  useEffect(() => {
    if (request === null) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${request.row}:${request.column}"]`);
    cell?.focus({ preventScroll: true });
  }, [request, scroller]);

  const moveTo = (place: CellPlace): void => {
    showCell(place);
    setWanted(place);
    setRequest(place);
  };
  return {
    active,
    setActive: setWanted,
    moveTo,
    next: (event: KeyboardEvent) => cellAfterKey(event, active, { rows, columns, pageRows }),
  };
}
