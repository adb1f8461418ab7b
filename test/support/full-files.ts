import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');
/** What a test of `npm run test:full` uses: more rounds, or the database of the run, which is another one there. */
const OTHERWISE_IN_FULL =
  /support\/full\.ts'|describeInRounds|describeOnOneDatabase|startService\(|startStage\(|startMapService\(|startCatalog\(|openTestDatabase\(|openBench\(|openTaskBench\(|openSurvey\(/;
/** These run on both databases, or on the embedded one, in `npm test`. */
const SAME_IN_FULL = /describeOnEveryDatabase|DATABASE_URL: EMBEDDED/;

/** Test files that `npm run test:full` runs: those whose tests are not the same in `npm test`. */
export const fullFiles = (): readonly string[] =>
  globSync('{src,test}/**/*.test.ts', { cwd: PROJECT }).filter((path) => {
    const text = readFileSync(join(PROJECT, path), 'utf8');
    return OTHERWISE_IN_FULL.test(text) && !SAME_IN_FULL.test(text);
  });
