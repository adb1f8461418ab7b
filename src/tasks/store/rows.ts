import { sql } from 'kysely';
import { isListed, PENDING_QUEUE } from '../../builds/index.ts';
import { UUID, type Database } from '../../database/index.ts';
import { ACTIVE_STATES, type JobStateName } from '../../jobs/index.ts';
import type { DatasetTaskFilter, Listed, Part, TaskArtifact, TaskDetails, TaskLog, TaskRow } from '../service.ts';
import { buildErrorType } from '../error-type.ts';
import { inOrder, listed, newestFirst, place, type SomeJobs } from './parts.ts';

/** The tool whose jobs another module keeps. */
export const BUILD_TOOL = 'build';

/** Whether there is something to download still. */
export const hasArtifact = sql<boolean>`(tasks.artifact_file is not null and tasks.artifact_ends_at > now()
  and jobs.state = 'Succeeded')`;

/** Whose a task is: also of a user who is gone, so that what was his is not everybody's. Null of nobody's. */
export const taskUser = sql<string | null>`coalesce(jobs.user_id, substring(tasks.subject from '^user (.*)$')::uuid)`;

/**
 * Jobs with what is told of them as tasks.
 *
 * @param jobs those that are meant: chosen first, so that nothing is read for the others
 */
export const taskRows = (db: Database, jobs: SomeJobs) =>
  db
    .selectFrom(jobs.as('jobs'))
    .leftJoin('tasks', 'tasks.job_id', 'jobs.id')
    .leftJoin('users', 'users.id', 'jobs.user_id')
    .select([
      'jobs.id',
      'jobs.dataset_id as datasetId',
      'jobs.tool_id as toolId',
      sql<string>`coalesce(tasks.version, '1')`.as('version'),
      sql<JobStateName>`jobs.state`.as('state'),
      'jobs.progress',
      'jobs.phase',
      'jobs.path',
      taskUser.as('userId'),
      'users.name as userName',
      'tasks.error_type as errorType',
      'jobs.outcome',
      'jobs.error',
      sql<boolean>`coalesce(${hasArtifact}, false)`.as('hasArtifact'),
      'tasks.artifact_name as artifactName',
      'tasks.artifact_size as artifactSize',
      'tasks.artifact_sha256 as artifactHash',
      'tasks.artifact_ends_at as artifactEnds',
      'jobs.created_at as createdAt',
      place.as('place'),
      'jobs.processing_at as startedAt',
      'tasks.undone_at as undoneAt',
      sql<Date | null>`coalesce(jobs.succeeded_at, jobs.failed_at, jobs.deleted_at)`.as('finishedAt'),
    ]);

type Selected = Awaited<ReturnType<ReturnType<typeof taskRows>['execute']>>[number];

/** A row as it is told; members of the selection that others need stay. */
export function presentRow<S extends Selected>(row: S): S & TaskRow {
  const artifact: TaskArtifact | null = row.hasArtifact
    ? {
        name: row.artifactName!,
        size: row.artifactSize!,
        sha256: row.artifactHash!,
        expiresAt: row.artifactEnds!,
      }
    : null;
  const isFailed = row.state === 'Failed';
  return {
    ...row,
    artifact,
    error: isFailed ? row.error : null,
    errorType: isFailed ? (row.errorType ?? buildErrorType(row.outcome)) : null,
  };
}

export async function listTasks(
  db: Database,
  datasetId: string,
  { toolId, state, without, active }: DatasetTaskFilter,
  part: Part,
): Promise<Listed> {
  const page = newestFirst(db, part)
    .where('dataset_id', '=', datasetId)
    // Runs that try again what waits are scheduled for hours, and are nothing anybody asked for.
    .where('tool_id', '<>', PENDING_QUEUE)
    .where(isListed)
    .$if(toolId !== undefined, (query) => query.where('tool_id', '=', toolId!.toLowerCase()))
    .$if(without !== undefined, (query) => query.where('tool_id', '<>', without!.toLowerCase()))
    .$if(active === true, (query) => query.where('state', 'in', [...ACTIVE_STATES]))
    .$if(state !== undefined, (query) => query.where('state', '=', state!));
  return listed((await inOrder(taskRows(db, page)).execute()).map(presentRow), part);
}

/** A task of a dataset; of any unless told. */
export async function findTaskRow(
  db: Database,
  id: string,
  datasetId?: string,
): Promise<(Selected & TaskRow) | undefined> {
  if (!UUID.test(id)) return undefined;
  const jobs = db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .$if(datasetId !== undefined, (query) => query.where('dataset_id', '=', datasetId!));
  const row = await taskRows(db, jobs).executeTakeFirst();
  return row && presentRow(row);
}

type Details = Pick<TaskDetails, 'facts' | 'estimatedBytes' | 'written'> & {
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** What is told of one task only. Of builds there is none of it. */
export async function findTaskDetails(db: Database, id: string): Promise<Details> {
  const { rows } = await sql<Details>`
    select tasks.parameters, tasks.facts, tasks.estimated_bytes as "estimatedBytes",
      (tasks.removed + (select count(*) from upload_batch_entries staged join upload_batches batch on batch.id = staged.batch_id
        where staged.batch_id = tasks.batch_id and batch.state = 1))::integer as written
    from tasks where job_id = ${id}::uuid`.execute(db);
  return rows[0] ?? { parameters: {}, facts: null, estimatedBytes: 0, written: 0 };
}

/** Lines behind the first `since`; the log of a build is the text of its job. */
export async function findTaskLog(db: Database, id: string, since: number): Promise<TaskLog> {
  const row = await db
    .selectFrom('jobs')
    .leftJoin('tasks', 'tasks.job_id', 'jobs.id')
    .select(['jobs.log as text', 'tasks.log as lines', 'tasks.log_cursor as cursor'])
    .where('jobs.id', '=', id)
    .executeTakeFirst();
  const lines = row?.lines ?? (row?.text ?? '').split('\n').filter((line) => line !== '');
  const cursor = row?.cursor ?? lines.length;
  const missing = cursor - lines.length;
  return { cursor, lines: lines.slice(Math.max(0, since - missing)), truncatedFromTail: since < missing };
}

/** Name of the file that a task made for its caller; null when there is none, or none any more. */
export async function findArtifactFile(db: Database, id: string): Promise<string | null> {
  const row = await db.selectFrom('tasks').select('artifact_file as file').where('job_id', '=', id).executeTakeFirst();
  return row?.file ?? null;
}
