import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { TaskFailure } from '../error-type.ts';
import type { Parameters } from '../submission/parameters.ts';
import type { ParkedState, ParkedWork } from '../tool.ts';
import type { KeptFile } from './artifacts.ts';
import type { Notes } from './notes.ts';

/** A task that an attempt has. */
export interface HeldTask {
  readonly id: string;
  /** The way through the queue it is held by; another one takes it away. */
  readonly queueId: string;
  /** When this attempt took it, as the database writes it: another attempt on the same way took it at another time. */
  readonly since: string;
  readonly datasetId: string;
  readonly toolId: string;
  readonly version: string;
  /** Null of anonymous callers, and of users who are gone. */
  readonly userId: string | null;
  /** The access token it was asked for with. */
  readonly tokenId: string | null;
  readonly subject: string;
  /** Secrets among them sealed. */
  readonly parameters: Parameters;
  /** What an attempt before this one wrote. */
  readonly batchId: string | null;
  /** What it was parked with at last. */
  readonly parked: ParkedState | null;
  readonly lines: readonly string[];
  readonly cursor: number;
}

/** Takes a task for an attempt. @returns `undefined` when it has ended, or goes another way by now */
export async function holdTask(db: Database, queueId: string): Promise<HeldTask | undefined> {
  const { rows } = await sql<HeldTask>`
    update jobs set state = 'Processing', processing_at = now(), progress = null, phase = null
    from tasks where tasks.job_id = jobs.id and tasks.queue_id = ${queueId}::uuid and jobs.state in ('Scheduled', 'Processing')
    returning jobs.id, tasks.queue_id as "queueId", jobs.processing_at::text as since, jobs.dataset_id as "datasetId", jobs.tool_id as "toolId",
      tasks.version, jobs.user_id as "userId", tasks.token_id as "tokenId", tasks.subject, tasks.parameters, tasks.batch_id as "batchId",
      (select state from parked_tasks where job_id = jobs.id) as parked, tasks.log as lines, tasks.log_cursor as cursor`.execute(
    db,
  );
  return rows[0];
}

/** Whether somebody ended a task; one that nobody knows any more has ended as well. */
export async function isCancelled(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst();
  return row === undefined || row.state === 'Deleted';
}

/** The condition that a task is held still by this attempt, and not by one that took it over from a worker that seemed dead. */
const isHeld = ({ id, since }: HeldTask) =>
  sql`jobs.id = ${id}::uuid and jobs.state = 'Processing' and jobs.processing_at = ${since}::timestamptz`;

export const logOf = ({ lines, cursor }: Pick<Notes, 'lines' | 'cursor'>) =>
  sql`log = ${JSON.stringify(lines)}::jsonb, log_cursor = ${cursor}::bigint`;

/** Writes notes of a task that is held still. */
export async function writeNotes(db: Database, task: HeldTask, notes: Notes): Promise<void> {
  await sql`
    with told as (
      update jobs set progress = ${notes.progress}::real, phase = ${notes.phase}::text where ${isHeld(task)} returning id)
    update tasks set ${logOf(notes)} from told where tasks.job_id = told.id`.execute(db);
}

/** Names the batch that an attempt writes into. @returns false when the task is not held any more */
export async function nameBatch(transaction: Database, task: HeldTask, batchId: string): Promise<boolean> {
  const { rows } = await sql`
    with held as (select id from jobs where ${isHeld(task)} for no key update)
    update tasks set batch_id = ${batchId}::uuid from held where tasks.job_id = held.id returning 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Parks a task that is held: it needs no place any more. @returns false when it is not held any more */
export async function parkTask(
  transaction: Database,
  task: HeldTask,
  { parked, seconds }: ParkedWork,
  notes: Notes,
): Promise<boolean> {
  const { rows } = await sql`
    with held as (
      update jobs set progress = ${notes.progress}::real, phase = ${notes.phase}::text where ${isHeld(task)} returning id),
    freed as (update tasks set ${logOf(notes)}, queue_id = null from held where tasks.job_id = held.id)
    insert into parked_tasks (job_id, tool_id, version, until, state)
    select id, ${task.toolId}, ${task.version}, now() + make_interval(secs => ${seconds}), ${JSON.stringify(parked)}::jsonb from held
    on conflict (job_id) do update set until = excluded.until, state = excluded.state returning 1`.execute(transaction);
  return rows.length > 0;
}

/** Has what another machine does for a task that was cancelled meanwhile ended there. */
export async function parkCancelled(db: Database, task: HeldTask, { parked }: ParkedWork): Promise<void> {
  if (!(await isCancelled(db, task.id))) return;
  await sql`
    insert into parked_tasks (job_id, tool_id, version, until, state)
    values (${task.id}::uuid, ${task.toolId}, ${task.version}, now(), ${JSON.stringify(parked)}::jsonb)
    on conflict (job_id) do update set until = now(), state = excluded.state`.execute(db);
}

/** What a task that succeeds leaves. */
export interface TaskResult {
  readonly artifact: (KeptFile & { readonly name: string; readonly hours: number }) | undefined;
  readonly facts: Readonly<Record<string, unknown>> | undefined;
  /** Files it removed from the dataset. */
  readonly removed: number;
  /** Without secrets. */
  readonly parameters: Parameters;
}

/** Ends a task that is held. @returns false when it is not any more */
export async function succeedTask(
  transaction: Database,
  task: HeldTask,
  { artifact, facts, removed, parameters }: TaskResult,
  notes: Notes,
): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      update jobs set state = 'Succeeded', succeeded_at = now(), progress = 100, phase = ${notes.phase}::text, error = null
      where ${isHeld(task)} returning id)
    update tasks set ${logOf(notes)}, queue_id = null, error_type = null, facts = ${facts === undefined ? null : JSON.stringify(facts)}::jsonb,
      removed = ${removed}::integer, parameters = ${JSON.stringify(parameters)}::jsonb,
      artifact_file = ${artifact?.file ?? null}::uuid, artifact_name = ${artifact?.name ?? null}::text,
      artifact_size = ${artifact?.size ?? null}::bigint, artifact_sha256 = ${artifact?.sha256 ?? null}::char(64),
      artifact_ends_at = now() + make_interval(hours => ${artifact?.hours ?? 0})
    from ended where tasks.job_id = ended.id returning 1`.execute(transaction);
  return rows.length > 0;
}

/** Ends a task that is held as failed. @returns false when it is not held any more */
export async function failTask(
  transaction: Database,
  task: HeldTask,
  { type, message }: TaskFailure,
  notes: Notes,
): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      update jobs set state = 'Failed', failed_at = now(), progress = ${notes.progress}::real, phase = ${notes.phase}::text,
        error = ${message}
      where ${isHeld(task)} returning id)
    update tasks set ${logOf(notes)}, queue_id = null, error_type = ${type} from ended where tasks.job_id = ended.id returning 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Puts a task that is held back for another attempt on the same way. @returns how many of its attempts ended by a fault */
export async function releaseTask(db: Database, task: HeldTask, notes: Notes, isFault: boolean): Promise<number> {
  const { rows } = await sql<{ faults: number }>`
    with back as (
      update jobs set state = 'Scheduled', progress = null, phase = null, faults = faults + ${isFault ? 1 : 0}::smallint
      where ${isHeld(task)} returning id, faults),
    logged as (update tasks set ${logOf(notes)} from back where tasks.job_id = back.id)
    select faults from back`.execute(db);
  return rows[0]?.faults ?? 0;
}
