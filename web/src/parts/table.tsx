import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** The column that names the row; one of each table. */
  readonly names?: boolean;
  /** Dates and the like, which are torn apart by a line break. */
  readonly short?: boolean;
  /** Buttons at the row's end: the head is for screen readers only. */
  readonly actions?: boolean;
};

type TableProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Tables of the same two columns below each other: their columns are aligned. */
  readonly halves?: boolean;
};

/**
 * A short table. On a narrow screen each row becomes a card with the heads before the values (styles/tables.css); it
 * stays a table for screen readers.
 */
export const Table = <Row,>({ label, columns, rows, keyOf, halves }: TableProps<Row>) => (
  <table className="al-table" data-halves={halves} aria-label={label}>
    <thead>
      <tr>
        {columns.map(({ head, actions }) => (
          <th key={head} scope="col">
            <span className={actions === true ? 'al-unseen' : undefined}>{head}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ head, cell, names, short, actions }) =>
            names === true ? (
              <th key={head} scope="row">
                {cell(row)}
              </th>
            ) : (
              <td key={head} data-head={actions === true ? undefined : head} data-short={short}>
                {cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
