import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** The column that names the row; one of each table. */
  readonly names?: boolean;
  /** Buttons at the row's end: the head is for screen readers only. */
  readonly actions?: boolean;
};

type TableProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
};

/**
 * A short table. On a narrow screen each row becomes a card with the heads before the values (styles/tables.css); it
 * stays a table for screen readers.
 */
export const Table = <Row,>({ label, columns, rows, keyOf }: TableProps<Row>) => (
  <table className="al-table" aria-label={label}>
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
          {columns.map(({ head, cell, names, actions }) =>
            names === true ? (
              <th key={head} scope="row">
                {cell(row)}
              </th>
            ) : (
              <td key={head} data-head={actions === true ? undefined : head}>
                {cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
