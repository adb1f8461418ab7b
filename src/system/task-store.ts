import { sql } from 'kysely';
import { isLastWord } from '../builds/index.ts';
import type { Database } from '../database/index.ts';
import { ACTIVE_STATES, FINAL_STATES, removeEndedJobs, type EndedJobs } from '../jobs/index.ts';

export const TASK_STATES = [...ACTIVE_STATES, ...FINAL_STATES] as const;

/** A job of any dataset, or of the service, with the names of what it is about. */
export interface TaskRow {
  readonly id: string;
  readonly organizationSlug: string | null;
  readonly datasetSlug: string | null;
  readonly toolId: string;
  readonly state: string;
  readonly progress: number | null;
  readonly phase: string | null;
  readonly error: string | null;
  readonly path: string | null;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly import: TaskImport | null;
}

/** Where an import comes from and goes to; counts of what came of it are null until it has succeeded. */
export interface TaskImport {
  /** Origin of the other installation, and the slugs there. */
  readonly source: string;
  readonly from: string;
  /** `organization` or `organization/dataset` here. */
  readonly to: string;
  /** Datasets that arrived, and files that arrived or were here already. */
  readonly datasets: number | null;
  readonly files: number | null;
  readonly failures: number | null;
}

export interface TaskFilter {
  readonly toolId?: string | undefined;
  readonly state?: string | undefined;
  readonly userId?: string | undefined;
}

/** Named members only: an import's input also holds the sealed secret. */
const importFacts = sql<TaskImport | null>`case when jobs.tool_id in ('import-dataset', 'import-organization') then
  jsonb_build_object(
    'source', jobs.input ->> 'source',
    'from', concat_ws('/', jobs.input ->> 'sourceOrganization', jobs.input ->> 'sourceDataset'),
    'to', concat_ws('/', jobs.input ->> 'destinationOrganization', jobs.input ->> 'destinationDataset'),
    'datasets', jsonb_array_length(jobs.result -> 'importedItems'),
    'files', (jobs.result ->> 'totalFiles')::bigint + (jobs.result ->> 'skippedFiles')::bigint,
    'failures', jsonb_array_length(jobs.result -> 'errors') + jsonb_array_length(jobs.result -> 'fileErrors')
  ) end`;

const filtered = (db: Database, { toolId, state, userId }: TaskFilter) =>
  db
    .selectFrom('jobs')
    .$if(toolId !== undefined, (query) => query.where('jobs.tool_id', '=', toolId!))
    .$if(state !== undefined, (query) => query.where('jobs.state', '=', state!))
    .$if(userId !== undefined, (query) => query.where('jobs.user_id', '=', userId!));

export async function countTasks(db: Database, filter: TaskFilter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Tasks, newest first. */
export function listTasks(db: Database, filter: TaskFilter, skip: number, take: number): Promise<TaskRow[]> {
  return filtered(db, filter)
    .leftJoin('datasets', 'datasets.id', 'jobs.dataset_id')
    .leftJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .leftJoin('users', 'users.id', 'jobs.user_id')
    .select([
      'jobs.id',
      'organizations.slug as organizationSlug',
      'datasets.slug as datasetSlug',
      'jobs.tool_id as toolId',
      'jobs.state',
      'jobs.progress',
      'jobs.phase',
      'jobs.error',
      'jobs.path',
      'jobs.user_id as userId',
      'users.name as userName',
      'jobs.created_at as createdAt',
      'jobs.processing_at as startedAt',
      sql<Date | null>`coalesce(jobs.succeeded_at, jobs.failed_at, jobs.deleted_at)`.as('finishedAt'),
      importFacts.as('import'),
    ])
    .orderBy('jobs.created_at', 'desc')
    .orderBy('jobs.id', 'desc')
    .offset(skip)
    .limit(take)
    .execute();
}

/** Removes the record of a job that has ended. @returns what it was; `undefined` when there is none, or it still runs */
export function deleteEndedTask(
  db: Database,
  id: string,
): Promise<{ readonly toolId: string; readonly path: string | null } | undefined> {
  return db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('state', 'in', FINAL_STATES)
    .returning(['tool_id as toolId', 'path'])
    .executeTakeFirst();
}

/**
 * Removes records of jobs that ended more than so many days ago, but the last word on a file of which nothing could be built.
 * @returns how many
 */
export function forgetJobs(db: Database, days: number, inPiece?: EndedJobs['inPiece']): Promise<number> {
  const before = sql<Date>`now() - make_interval(days => ${days})`;
  return removeEndedJobs(db, {
    among: sql`created_at < ${before}`,
    which: sql`coalesce(succeeded_at, failed_at, deleted_at) < ${before} and not ${isLastWord}`,
    ...(inPiece && { inPiece }),
  });
}
