import type { Database, SessionLocks } from '../database/index.ts';
import { checkCompleteness, type CompletenessOptions, type CompletenessReport } from './completeness.ts';

export interface DueOptions extends CompletenessOptions {
  readonly locks: SessionLocks;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Builds nobody asked for: of files that were there before their output was, and of what was lost. */
const EVERY_MS = 24 * 3_600_000;

/**
 * Looks at all outputs when no process has for a day, or ever. One process at a time does.
 *
 * @returns what was found; undefined when it was not due
 */
export async function checkCompletenessWhenDue(
  options: DueOptions,
  signal: AbortSignal,
): Promise<CompletenessReport | undefined> {
  const { db, now = Date.now } = options;
  const isDue = async (): Promise<boolean> => {
    const last = await lastCheck(db);
    return last === undefined || last.getTime() + EVERY_MS <= now();
  };
  if (!(await isDue())) return undefined;
  const lock = await options.locks.tryTake('completeness');
  if (lock === undefined) return undefined;
  try {
    // Another process may have looked since.
    if (!(await isDue())) return undefined;
    const begun = new Date(now());
    const report = await checkCompleteness(options, null, () => undefined, AbortSignal.any([signal, lock.lost]));
    // Only now: a check that was cut short is made again.
    await putCheck(db, begun);
    return report;
  } finally {
    await lock.release();
  }
}

async function lastCheck(db: Database): Promise<Date | undefined> {
  return (await db.selectFrom('completeness_checks').select('last_run').executeTakeFirst())?.last_run;
}

async function putCheck(db: Database, lastRun: Date): Promise<void> {
  const row = { last_run: lastRun };
  await db
    .insertInto('completeness_checks')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute();
}
