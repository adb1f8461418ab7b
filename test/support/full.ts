/** Whether this is `npm run test:full`: the tests and rounds that `npm test` leaves out (docs/testing.md). */
export const FULL = process.env['ALIDADE_TESTS'] === 'full';

/** Whether files of tests are named (`npm test -- path`): those that `npm test` leaves out run then as well. */
export const NAMED = process.env['ALIDADE_TESTS'] === 'named';

/** Share of the rounds of `npm run test:full` that are run: `.ci/run` has less time than a person before a release. */
const SHARE = Number(process.env['ALIDADE_ROUNDS'] ?? 1);
if (!(SHARE > 0 && SHARE <= 1)) throw new Error('ALIDADE_ROUNDS is a share of the rounds, more than 0 and at most 1.');

/** @param all kills, seconds or the like in all rounds @returns as many of them as are to be run, at least one */
export const rounds = (all: number): number => Math.ceil(all * SHARE);

/** @param drawn a number of 0 to 1, drawn for something that is run or left out as a whole */
export const isOfShare = (drawn: number): boolean => drawn <= SHARE;

/** For `it.runIf`: whether to run a test that `npm test` leaves out. @param reason printed where it is left out */
export function inFull(reason: string): boolean {
  if (!FULL) console.warn(`Left to npm run test:full: ${reason}.`);
  return FULL;
}
