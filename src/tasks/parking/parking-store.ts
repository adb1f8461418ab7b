import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { JobStateName } from '../../jobs/index.ts';
import { logOf } from '../attempts/attempt-store.ts';
import type { Notes } from '../attempts/notes.ts';
import type { ParkedState } from '../tool.ts';

/** A parked task that this process looks at. */
export interface DueTask {
  readonly id: string;
  /** Null of a task that is gone. */
  readonly datasetId: string | null;
  readonly toolId: string;
  readonly version: string;
  readonly parked: ParkedState;
  /** Until when nobody else looks at it, as the database writes it: what changes it meanwhile takes it away. */
  readonly lease: string;
  readonly secondsParked: number;
  /** Null of a task that is gone. */
  readonly state: JobStateName | null;
  readonly progress: number | null;
  readonly phase: string | null;
  readonly lines: readonly string[];
  readonly cursor: number;
}

/**
 * Takes tasks that are to be looked at: those whose time has come, and those that ended while an attempt had them. What failed
 * is left alone: it may be tried again, and find what was made elsewhere.
 *
 * @param longestSeconds for which any is left alone: one that is to be for longer was parked before the clock was set back
 */
export async function takeDue(
  db: Database,
  most: number,
  leaseSeconds: number,
  longestSeconds: number,
): Promise<readonly DueTask[]> {
  const { rows } = await sql<DueTask>`
    with due as (
      select parked.job_id from parked_tasks parked left join jobs on jobs.id = parked.job_id
      where parked.until <= now() or parked.until > now() + make_interval(secs => ${longestSeconds})
        or (parked.until is null and (jobs.id is null or jobs.state in ('Succeeded', 'Deleted')))
      order by parked.until nulls last limit ${most} for update of parked skip locked),
    taken as (
      update parked_tasks parked set until = now() + make_interval(secs => ${leaseSeconds}) from due
      where parked.job_id = due.job_id returning parked.*)
    select taken.job_id as id, jobs.dataset_id as "datasetId", taken.tool_id as "toolId", taken.version, taken.state as parked, taken.until::text as lease,
      extract(epoch from now() - taken.since)::float8 as "secondsParked", jobs.state, jobs.progress, jobs.phase,
      coalesce(tasks.log, '[]') as lines, coalesce(tasks.log_cursor, 0) as cursor
    from taken left join jobs on jobs.id = taken.job_id left join tasks on tasks.job_id = taken.job_id`.execute(db);
  return rows;
}

const isTaken = ({ id, lease }: DueTask) => sql`job_id = ${id}::uuid and until = ${lease}::timestamptz`;

/** Locks the job of a task before the row it is parked with, as a cancel does. */
const heldJob = ({ id }: DueTask) =>
  sql`held as materialized (select id from jobs where id = ${id}::uuid for no key update)`;

/** Writes down what was seen of a task, which stays parked. */
export async function keepParked(
  db: Database,
  task: DueTask,
  parked: ParkedState,
  seconds: number,
  notes: Notes,
): Promise<void> {
  await sql`
    with ${heldJob(task)}, kept as (
      update parked_tasks set until = now() + make_interval(secs => ${seconds}), state = ${JSON.stringify(parked)}::jsonb
      from held where job_id = held.id and ${isTaken(task)} returning job_id),
    told as (
      update jobs set progress = ${notes.progress}::real, phase = ${notes.phase}::text from kept
      where jobs.id = kept.job_id and jobs.state = 'Processing' returning jobs.id)
    update tasks set ${logOf(notes)} from told where tasks.job_id = told.id`.execute(db);
}

/** Has a task wait for a place, in a transaction that has its dataset and the lock of the tasks. */
export async function unpark(transaction: Database, task: DueTask, parked: ParkedState, notes: Notes): Promise<void> {
  await sql`
    with ${heldJob(task)}, kept as (
      update parked_tasks set until = null, state = ${JSON.stringify(parked)}::jsonb
      from held where job_id = held.id and ${isTaken(task)} returning job_id),
    told as (
      update jobs set state = 'Enqueued', progress = ${notes.progress}::real, phase = ${notes.phase}::text from kept
      where jobs.id = kept.job_id and jobs.state = 'Processing' returning jobs.id)
    update tasks set ${logOf(notes)} from told where tasks.job_id = told.id`.execute(transaction);
}

/** Ends a task that was parked for too long; what is elsewhere ends with the next look. */
export async function failParked(transaction: Database, task: DueTask, message: string, notes: Notes): Promise<void> {
  await sql`
    with ${heldJob(task)}, over as (
      update parked_tasks set until = now() from held where job_id = held.id and ${isTaken(task)} returning job_id),
    ended as (
      update jobs set state = 'Failed', failed_at = now(), error = ${message} from over
      where jobs.id = over.job_id and jobs.state = 'Processing' returning jobs.id)
    update tasks set ${logOf(notes)}, error_type = 'Timeout' from ended where tasks.job_id = ended.id`.execute(
    transaction,
  );
}

/** Looks at a task again after some time, as nothing could be seen of it. */
export async function lookLater(db: Database, task: DueTask, seconds: number): Promise<void> {
  await sql`update parked_tasks set until = now() + make_interval(secs => ${seconds}) where ${isTaken(task)}`.execute(
    db,
  );
}

/** Forgets what was elsewhere. */
export async function forgetParked(db: Database, task: DueTask): Promise<void> {
  await sql`delete from parked_tasks where ${isTaken(task)}`.execute(db);
}
