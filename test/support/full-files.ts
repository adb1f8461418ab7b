import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isOfShare } from './full.ts';
import { leftToFull } from './left-to-full.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** More rounds, or tests that only this run has. */
const HAS_MORE = /support\/full\.ts'|describeInRounds/;
/** The same tests as in `npm test`, on the other database, in every run. */
const IS_ON_THE_OTHER = /describeOnOneDatabase/;
/** The database of the run, which is another one in this run. */
const USES_A_DATABASE =
  /\b(?:startService|startStage|startMapService|startCatalog|openTestDatabase|openBench|openTaskBench|openSurvey|startUploads|importsFromFalsePeers|startFormSignIn)\(/;
/** Pages and clients meet the addresses alone: what is behind them runs on both databases in the other folders. */
const MEETS_ADDRESSES = /^test\/(?:browser|client|clients)\//;
/** These use both databases, or the embedded one, in `npm test`. */
const IS_THE_SAME = /describeOnEveryDatabase|(?:DATABASE_URL: |url: |folder, )EMBEDDED/;

/**
 * Test files of `npm run test:full`: those whose tests are not the same in `npm test`. Of those that differ by the database alone it
 * takes the share of rounds, which is drawn anew for each commit.
 */
export function fullFiles(): readonly string[] {
  return globSync('{src,test}/**/*.test.ts', { cwd: PROJECT }).filter((path) => {
    if (hasTestsOfItsOwn(path)) return true;
    const text = readFileSync(join(PROJECT, path), 'utf8');
    if (IS_ON_THE_OTHER.test(text)) return true;
    const isAgain = USES_A_DATABASE.test(text) && !IS_THE_SAME.test(text) && !MEETS_ADDRESSES.test(path);
    return isAgain && isOfShare(drawn(path));
  });
}

/**
 * The place of a file in `npm run test:full`, where one that does not begin in time is left out: 0 to 1, drawn anew for each commit,
 * for one that runs again on another database, and less for one with tests that `npm test` does not have.
 * @param path of a test file, absolute
 */
export const placeInFull = (path: string): number => {
  const inProject = relative(PROJECT, path);
  return hasTestsOfItsOwn(inProject) ? -1 : drawn(inProject);
};

const hasTestsOfItsOwn = (path: string): boolean =>
  leftToFull.includes(path) || HAS_MORE.test(readFileSync(join(PROJECT, path), 'utf8'));

/** Asked for when something is drawn: `npm test` draws nothing. */
let commit: string | undefined;

/** Draws a number of 0 to 1, the same for a file of a commit. */
function drawn(path: string): number {
  commit ??= spawnSync('git', ['rev-parse', 'HEAD'], { cwd: PROJECT, encoding: 'utf8' }).stdout ?? '';
  return createHash('sha256').update(commit).update(path).digest().readUInt32BE() / 2 ** 32;
}
