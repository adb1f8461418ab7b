/** The tables of docs/performance.md, one for each database. A run of some subjects replaces their rows only. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Result } from './row.ts';
import { linesOf, rowLines, tableOf } from './table.ts';

/** Puts results into the file. @param order names of all rows, in the order of the table. @param notes sentences below it */
export async function writeResults(
  path: string,
  database: string,
  results: readonly Result[],
  order: readonly string[],
  notes: readonly string[],
): Promise<void> {
  const text = await readFile(path, 'utf8');
  await writeFile(path, withResults(text, database, results, order, notes));
}

/** @returns the text with results between the marks of their database. @throws when it has no such marks */
export function withResults(
  text: string,
  database: string,
  results: readonly Result[],
  order: readonly string[],
  notes: readonly string[] = [],
): string {
  const [begin, end] = [`<!-- peers: ${database} -->`, `<!-- end of peers: ${database} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`The document has no lines ${begin} and ${end}.`);
  const rows = linesOf(text.slice(from + begin.length, to));
  for (const result of results) rows.set(result.row.work, rowLines(result));
  const kept = order.flatMap((work) => rows.get(work) ?? []);
  return `${text.slice(0, from)}${[begin, tableOf(kept), ...notes, text.slice(to)].join('\n\n')}`;
}
