import type { Database } from '../database/index.ts';

/** Builds nobody asked for: of files that were there before their output was, and of what was lost. */
const EVERY_MS = 24 * 3_600_000;

/** Whether no check of all outputs was made for a day, or ever. */
export async function isCheckDue(db: Database, now = Date.now()): Promise<boolean> {
  const last = await db.selectFrom('completeness_checks').select('last_run').executeTakeFirst();
  return last === undefined || last.last_run.getTime() + EVERY_MS <= now;
}

/** @param begun when the check began that is over now */
export async function rememberCheck(db: Database, begun: Date): Promise<void> {
  const row = { last_run: begun };
  await db
    .insertInto('completeness_checks')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute();
}
