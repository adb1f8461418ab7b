import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { ACTIVE_STATES, type JobStateName } from '../../jobs/index.ts';
import { PENDING_TOOL } from '../pending/run-rows.ts';

/** A build, a task or another job of a dataset as it stood when it changed last. */
export interface ChangedJob {
  readonly id: string;
  readonly toolId: string;
  /** The tool's version; null when the job is no task. */
  readonly version: string | null;
  readonly path: string | null;
  readonly hash: string | null;
  readonly userId: string | null;
  readonly state: JobStateName;
  readonly progress: number | null;
  readonly phase: string | null;
  readonly outcome: string | null;
  readonly error: string | null;
  readonly errorType: string | null;
  readonly createdAt: Date;
  readonly processingAt: Date | null;
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
  readonly deletedAt: Date | null;
  /** Until when what it made can be downloaded; null when there is nothing. */
  readonly artifactEndsAt: Date | null;
  /** When it changed: microseconds since 1970, which JavaScript's dates do not tell. */
  readonly changed: string;
  /** The end of the log of a build. */
  readonly logEnd: string;
  /** Lines there were of the log of a task. */
  readonly logCursor: number;
}

/** Characters at the end of a log that hold its last line. */
const LOG_END = 600;

const microseconds = sql<string>`(extract(epoch from jobs.updated_at) * 1000000)::bigint::text`;

/** Runs of the coordinator are no work that anybody asked for. */
const changedJobs = (db: Database, datasetId: string) =>
  db
    .selectFrom('jobs')
    .leftJoin('tasks', 'tasks.job_id', 'jobs.id')
    .select([
      'jobs.id',
      'jobs.tool_id as toolId',
      'tasks.version',
      'jobs.path',
      'jobs.hash',
      // Also of a user who is gone, so that what was his is not everybody's.
      sql<string | null>`coalesce(jobs.user_id, substring(tasks.subject from '^user (.*)$')::uuid)`.as('userId'),
      sql<JobStateName>`jobs.state`.as('state'),
      'jobs.progress',
      'jobs.phase',
      'jobs.outcome',
      'jobs.error',
      'tasks.error_type as errorType',
      'jobs.created_at as createdAt',
      'jobs.processing_at as processingAt',
      'jobs.succeeded_at as succeededAt',
      'jobs.failed_at as failedAt',
      'jobs.deleted_at as deletedAt',
      sql<Date | null>`case when tasks.artifact_file is not null and tasks.artifact_ends_at > now() and jobs.state = 'Succeeded'
        then tasks.artifact_ends_at end`.as('artifactEndsAt'),
      microseconds.as('changed'),
      sql<string>`right(jobs.log, ${LOG_END})`.as('logEnd'),
      sql<number>`coalesce(tasks.log_cursor, 0)`.as('logCursor'),
    ])
    .where('jobs.dataset_id', '=', datasetId)
    .where('jobs.tool_id', '<>', PENDING_TOOL);

/** Jobs of a dataset that changed after a time, or then and with a greater id, in the order in which they did. */
export function jobsChangedAfter(
  db: Database,
  datasetId: string,
  after: Pick<ChangedJob, 'changed' | 'id'>,
  limit: number,
): Promise<ChangedJob[]> {
  const time = sql`timestamptz 'epoch' + ${after.changed}::bigint * interval '1 microsecond'`;
  return changedJobs(db, datasetId)
    .where(sql<boolean>`(jobs.updated_at, jobs.id) > (${time}, ${after.id}::uuid)`)
    .orderBy('jobs.updated_at')
    .orderBy('jobs.id')
    .limit(limit)
    .execute();
}

/** Active jobs of a dataset, those that changed last first. */
export function activeJobsOf(db: Database, datasetId: string, limit: number): Promise<ChangedJob[]> {
  return changedJobs(db, datasetId)
    .where('jobs.state', 'in', ACTIVE_STATES)
    .orderBy('jobs.updated_at', 'desc')
    .limit(limit)
    .execute();
}

/** The time of the database in microseconds since 1970. */
export async function databaseTime(db: Database): Promise<string> {
  const { rows } = await sql<{
    now: string;
  }>`select (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as now`.execute(db);
  return rows[0]!.now;
}
