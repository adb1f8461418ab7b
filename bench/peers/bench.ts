/**
 * Alidade beside MapServer, MapCache, nginx, GDAL, `zip`, `cp`, SQLite and a bare `node:http`, on the embedded database and on
 * PostgreSQL, cold and warm: `npm run bench -- peers`, or some subjects: `npm run bench -- peers maps tiles`. Prints tables of
 * Markdown; `--write` also puts them into docs/performance.md, where the rows of other subjects stay. `BENCH_DATABASE=embedded`
 * or `postgresql` takes one database; `BENCH_FOLDER` keeps generated files and built data for other runs.
 */
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Result } from './row.ts';
import { writeResults } from './document.ts';
import { installed, missingPrograms } from './programs/installed.ts';
import { createSetup, type DatabaseName, makeRunFolder } from './setup.ts';
import { SUBJECTS } from './subjects.ts';
import { markdownTable, rowLines } from './table.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/performance.md');
const words = process.argv.includes('peers') ? process.argv.slice(process.argv.indexOf('peers') + 1) : [];
const asked = words.filter((word) => word !== '--write');
const names = asked.length > 0 ? asked : Object.keys(SUBJECTS);
const unknown = names.filter((name) => !(name in SUBJECTS));
if (unknown.length > 0) {
  console.error(`There is no subject ${unknown.join(', ')}; there are ${Object.keys(SUBJECTS).join(', ')}.`);
  process.exit(2);
}
const databases: readonly DatabaseName[] = (['embedded database', 'PostgreSQL'] as const).filter((name) =>
  name.toLowerCase().startsWith(process.env['BENCH_DATABASE'] ?? ''),
);
// Others start it, who tell nobody that it is absent.
installed('mapserv', 'cgi-mapserver');
const folder = makeRunFolder();
const made = new Map<string, Promise<unknown>>();
for (const database of databases) {
  const setup = await createSetup(folder, database, made);
  const results: Result[] = [];
  try {
    for (const name of names) {
      const subject = SUBJECTS[name]!;
      if (subject.isWithoutDatabase && database === 'PostgreSQL') continue;
      console.error(`${new Date().toISOString().slice(11, 19)} ${database}: ${name}`);
      await subject
        .measure(setup, (result) => {
          results.push(result);
          console.error(rowLines(result).join('\n'));
        })
        .catch((error: unknown) => {
          // The other subjects are worth their time still.
          console.error(`${name} could not be measured:`, error);
          process.exitCode = 1;
        });
    }
  } finally {
    await setup.close();
  }
  const machine = `${availableParallelism()} processors, load ${loadavg()[0]!.toFixed(1)}`;
  console.log(`\n${database}, ${machine}:\n\n${markdownTable(results)}`);
  for (const missing of missingPrograms()) console.log(`\n${missing}`);
  const order = Object.values(SUBJECTS).flatMap(({ rows }) => rows.map(({ work }) => work));
  if (words.includes('--write')) await writeResults(DOCUMENT, database, results, order, missingPrograms());
}
