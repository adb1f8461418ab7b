import { sql } from 'kysely';
import { isLastWord } from '../builds/index.ts';
import type { Database } from '../database/index.ts';
import { removeEndedJobs, type EndedJobs } from '../jobs/index.ts';

const hasResult = sql<boolean>`exists (select from tasks
  where tasks.job_id = jobs.id and tasks.artifact_file is not null and tasks.artifact_ends_at > now())`;

/**
 * Removes records of jobs that ended more than so many days ago, but the last word on a file of which nothing could be built, and
 * tasks of which there is something to download still.
 * @returns how many
 */
export function forgetJobs(db: Database, days: number, inPiece?: EndedJobs['inPiece']): Promise<number> {
  const before = sql<Date>`now() - make_interval(days => ${days})`;
  return removeEndedJobs(db, {
    among: sql`created_at < ${before}`,
    which: sql`coalesce(succeeded_at, failed_at, deleted_at) < ${before} and not ${isLastWord} and not ${hasResult}`,
    ...(inPiece && { inPiece }),
  });
}
