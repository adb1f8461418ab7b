import type { ValueKind } from '../value-kind.ts';

export type GridColumn = {
  readonly name: string;
  readonly label: string;
  readonly kind: ValueKind;
  readonly isSortable: boolean;
  /** In pixels. */
  readonly width: number;
};

export type GridRow = {
  readonly id: string;
  /** How screen readers name the row. */
  readonly label: string;
  /** One for each column. */
  readonly values: readonly unknown[];
};

export type GridSort = { readonly name: string; readonly isDescending: boolean } | null;

/** A cell: row -1 is the head, column -1 the boxes that rows are selected with. */
export type CellPlace = { readonly row: number; readonly column: number };
