type Cell = string | number | null;

/** A table by RFC 4180. Numbers have a point, whatever the language. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  // A text that begins like this is a formula to spreadsheets, and others may have written it.
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
