import { sql, type Kysely } from 'kysely';

/**
 * What is asked of tasks again and again reads as many rows as are active, or as a page has, and not all that ever were.
 * Measured in `tasks/store/many-tasks.test.ts`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Lists by what they are filtered with, newest first; the former ones found the same jobs in no order.
  `drop index jobs_user`,
  `create index jobs_user on jobs (user_id, created_at desc, id desc)`,
  `drop index jobs_state`,
  `create index jobs_state on jobs (state, created_at desc, id desc)`,
  `create index jobs_tool on jobs (tool_id, created_at desc, id desc)`,
  `create index jobs_of_dataset_by_state on jobs (dataset_id, state, created_at desc, id desc)`,
  // Of some hundred active tasks among many that have ended, the planner takes it for cheaper to read all of both tables: a
  // place in an index seems far away to it. So it is not asked here.
  `create function active_tasks() returns table (
     id uuid, created_at timestamptz, tool_id text, organization_id uuid, subject text, estimated_bytes bigint,
     is_running boolean, is_parked boolean)
   language sql stable rows 200
   set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
   as $$
     select jobs.id, jobs.created_at, jobs.tool_id, datasets.organization_id, tasks.subject, tasks.estimated_bytes,
       jobs.state <> 'Enqueued',
       exists (select from parked_tasks where parked_tasks.job_id = jobs.id and parked_tasks.until is not null)
     from jobs join tasks on tasks.job_id = jobs.id join datasets on datasets.id = jobs.dataset_id
     where jobs.state in ('Created', 'Enqueued', 'Scheduled', 'Processing') and jobs.tool_id <> 'build'
       and datasets.organization_id is not null
   $$`,
];
