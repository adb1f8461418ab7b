import { sql } from 'kysely';
import { forgetEndedFailures } from '../accounts/index.ts';
import { forgetAudit } from '../audit/index.ts';
import type { Database } from '../database/index.ts';
import type { Settings } from '../settings/index.ts';
import { forgetJobs } from './forget-jobs.ts';

/** An address nobody signed in from for this long counts as new again. */
const KNOWN_ADDRESS_DAYS = 180;

/** How many rows were forgotten. */
export interface Forgotten {
  readonly auditLines: number;
  readonly jobs: number;
}

/** Removes what is kept for a time only, once that is over. Several processes may do it at once. */
export async function forgetExpired(
  db: Database,
  settings: Pick<Settings, 'auditRetentionDays' | 'jobIndexRetentionDays'>,
): Promise<Forgotten> {
  const auditLines = await forgetAudit(db, settings.auditRetentionDays);
  const jobs = await forgetJobs(db, settings.jobIndexRetentionDays);
  await forgetEndedFailures(db);
  // Rows that a sign-in holds are left for the next time, so that the two cannot wait for each other.
  await sql`
    delete from known_addresses where (user_id, address) in (
      select user_id, address from known_addresses
      where seen_at < now() - make_interval(days => ${KNOWN_ADDRESS_DAYS}) for update skip locked)`.execute(db);
  return { auditLines, jobs };
}
