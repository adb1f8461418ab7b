/** Whether this is `npm run test:full`: the tests and rounds that `npm test` leaves out (docs/testing.md). */
export const FULL = process.env['ALIDADE_TESTS'] === 'full';

/** Whether files of tests are named (`npm test -- path`): those that `npm test` leaves out run then as well. */
export const NAMED = process.env['ALIDADE_TESTS'] === 'named';

/** For `it.runIf`: whether to run a test that `npm test` leaves out. @param reason printed where it is left out */
export function inFull(reason: string): boolean {
  if (!FULL) console.warn(`Left to npm run test:full: ${reason}.`);
  return FULL;
}
