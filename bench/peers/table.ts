import { aimText, type Column, type Figure, isReached, ratioOf, type Result, type Row, type Side } from './row.ts';

const COLUMNS = ['cold', 'warm'] as const satisfies readonly Column[];
const TITLES = ['Work', 'Alidade, cold', 'warm', 'Beside', 'cold', 'warm', 'Ratio, cold', 'warm', 'Aim', 'Reached'];

/** Results as a table of Markdown. The first peer stands beside ours; each other peer has a line below. */
export const markdownTable = (results: readonly Result[]): string => tableOf(results.flatMap(rowLines));

/** A table of lines as `rowLines` has them. */
export const tableOf = (lines: readonly string[]): string =>
  [lineOf(TITLES), lineOf(TITLES.map(() => '---')), ...lines].join('\n');

/** Takes such a table apart again, however it was aligned. @returns the lines of each row by its work */
export function linesOf(table: string): Map<string, readonly string[]> {
  const rows = new Map<string, readonly string[]>();
  let work = '';
  for (const line of table.split('\n').filter((each) => each.startsWith('|'))) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [first = ''] = cells;
    if (first === TITLES[0] || /^:?-+:?$/.test(first)) continue;
    if (first !== '') work = first.replaceAll('**', '');
    rows.set(work, [...(rows.get(work) ?? []), lineOf(cells)]);
  }
  return rows;
}

/** The lines of one result in that table. */
export const rowLines = (result: Result): readonly string[] => cellsOfResult(result).map(lineOf);

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function cellsOfResult(result: Result): readonly (readonly string[])[] {
  const { row, ours, peers } = result;
  const reached = isReached(result);
  const isMissed = reached === false;
  const bold = (text: string): string => (isMissed && text !== '' ? `**${text}**` : text);
  const [first, ...others] = Object.entries(peers);
  const peerCells = (name: string, side: Side): string[] => [
    name,
    ...cellsOf(row, side),
    ...COLUMNS.map((column) => ratioText(ratioOf(result, name, column))),
  ];
  const verdict = reached === undefined ? 'not measured' : reached ? 'yes' : '**no**';
  const own = [bold(row.work), ...cellsOf(row, ours).map(bold)];
  return [
    [...own, ...(first === undefined ? ['', '', '', '', ''] : peerCells(...first)), aimText(row), verdict],
    ...others.map(([name, side]) => ['', '', '', ...peerCells(name, side), '', '']),
  ];
}

const cellsOf = (row: Row, side: Side): string[] =>
  COLUMNS.map((column) => (side[column] === undefined ? '' : figureText(row, side[column])));

const ratioText = (ratio: number | undefined): string => (ratio === undefined ? '' : `${shown(ratio)}x`);

function figureText({ unit }: Row, { value, p99, cpu, peak }: Figure): string {
  const more = [
    ...(p99 === undefined ? [] : [`p99 ${shown(p99)} ms`]),
    ...(cpu === undefined ? [] : [cpu < 10_000 ? `${shown(cpu)} CPU-ms` : `${shown(cpu / 1000)} CPU-s`]),
    ...(peak === undefined ? [] : [`peak ${shown(peak)} MiB`]),
  ];
  return `${shown(value)} ${unit}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
}

/** Three digits say all that such measurements know. */
function shown(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
