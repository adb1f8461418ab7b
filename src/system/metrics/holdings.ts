import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { ACTIVE_STATES, FINAL_STATES } from '../../jobs/index.ts';
import { livingProcesses, taskPlaces } from '../health/processes.ts';

/** What the service holds. */
export interface Holdings {
  readonly users: number;
  readonly organizations: number;
  readonly datasets: number;
  readonly entries: number;
  readonly storageBytes: number;
  /** Jobs by state; every state is there. */
  readonly jobs: ReadonlyMap<string, number>;
  readonly processes: number;
  readonly workers: number;
  /** Tasks of tools that wait for their turn, and that have it. */
  readonly tasks: { readonly waiting: number; readonly running: number };
  readonly taskPlaces: number;
}

export async function countHoldings(db: Database): Promise<Holdings> {
  const counts = await sql<Pick<Holdings, 'users' | 'organizations' | 'datasets' | 'entries' | 'storageBytes'>>`
    select (select count(*) from users) as users,
      (select count(*) from organizations) as organizations,
      count(*) as datasets,
      coalesce(sum(entry_count), 0)::bigint as entries,
      coalesce(sum(size_bytes), 0)::bigint as "storageBytes"
    from datasets where organization_id is not null`.execute(db);
  const states = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const jobs = new Map<string, number>([...ACTIVE_STATES, ...FINAL_STATES].map((state) => [state, 0]));
  for (const { state, count } of states) jobs.set(state, count);
  return {
    ...counts.rows[0]!,
    jobs,
    ...(await livingProcesses(db)),
    tasks: await countTasks(db),
    taskPlaces: await taskPlaces(db),
  };
}

async function countTasks(db: Database): Promise<Holdings['tasks']> {
  const { rows } = await sql<Holdings['tasks']>`
    select count(*) filter (where jobs.state = 'Enqueued') as waiting, count(*) filter (where jobs.state <> 'Enqueued') as running
    from jobs join tasks on tasks.job_id = jobs.id
    where jobs.state in ('Created', 'Enqueued', 'Scheduled', 'Processing') and jobs.tool_id <> 'build'`.execute(db);
  return rows[0]!;
}
