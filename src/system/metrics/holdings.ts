import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { livingProcesses } from '../health/processes.ts';
import { TASK_STATES } from '../task-store.ts';

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
  const jobs = new Map<string, number>(TASK_STATES.map((state) => [state, 0]));
  for (const { state, count } of states) jobs.set(state, count);
  return { ...counts.rows[0]!, jobs, ...(await livingProcesses(db)) };
}
