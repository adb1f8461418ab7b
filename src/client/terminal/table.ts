import { characters } from './characters.ts';
import { plain } from './escape.ts';

/** A column of a table. */
export interface Column<T> {
  readonly title: string;
  readonly text: (item: T) => string;
  /** Numbers end at the same place. */
  readonly right?: boolean;
}

/** Lines of a table with a head; none when there is nothing to show. */
export function tableLines<T>(items: readonly T[], columns: readonly Column<T>[]): string[] {
  if (items.length === 0) return [];
  const rows = [
    columns.map(({ title }) => title),
    ...items.map((item) => columns.map(({ text }) => plain(text(item)))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => characters(row[index]!).length)));
  return rows.map((row) =>
    row
      .map((cell, index) => {
        const gap = ' '.repeat(widths[index]! - characters(cell).length);
        return columns[index]!.right === true ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
}
