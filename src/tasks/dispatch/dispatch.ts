import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { datasetLocks } from '../../datasets/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { toolSettings, type PlatformSettings } from '../tool-settings.ts';
import { nextTasks, type ActiveTask, type Bounds } from './order.ts';

/** Queue of tasks whose turn it is. */
export const TASK_QUEUE = 'task';

export interface DispatchDependencies {
  readonly queue: Pick<JobQueue, 'send'>;
  readonly settings: PlatformSettings;
  /** Tasks that all living processes together can run at the same time. */
  readonly places: (db: Database) => Promise<number>;
}

/** Gives tasks their turn. */
export interface Dispatch {
  /**
   * Holds, until the transaction ends, all others that change which tasks wait or run. Taken before rows of tasks and their
   * jobs, and behind the dataset: a transaction that gives a task back to those that wait locks its dataset first, because the
   * second change of a job in one transaction checks its references, as an insertion does.
   */
  lock(transaction: Database): Promise<void>;
  /** Sends the tasks whose turn it is to the queue, in a transaction that has the lock. */
  next(transaction: Database): Promise<void>;
}

export function createDispatch({ queue, settings, places }: DispatchDependencies): Dispatch {
  const limits = {
    perSubject: settings.maxConcurrentTasksPerUser,
    perOrganization: settings.maxConcurrentTasksPerOrg,
    perTool: (toolId: string) => toolSettings(settings, toolId).maxConcurrentPerUser || Infinity,
  };
  return {
    lock: lockTasks,

    async next(transaction) {
      const active = await activeTasks(transaction, limits.perSubject);
      if (active.every(({ isRunning }) => isRunning)) return;
      const bounds: Bounds = {
        ...limits,
        places: Math.min(await places(transaction), settings.maxConcurrentTasksGlobal),
      };
      const ids = nextTasks(active, bounds);
      if (ids.length === 0) return;
      const queueIds = ids.map(() => randomUUID());
      await schedule(transaction, ids, queueIds);
      await queue.send(TASK_QUEUE, queueIds, transaction);
    },
  };
}

/**
 * Changes which tasks wait or run, in a transaction of its own, and gives those their turn whose turn it is then.
 *
 * @param datasetId of a task that is given back to those that wait. A dataset that is being removed takes the task with it
 */
export function changeTurns(
  db: Database,
  dispatch: Dispatch,
  work: (transaction: Database) => Promise<void>,
  datasetId: string | null = null,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    if (datasetId !== null) await datasetLocks.lock(transaction, datasetId);
    await dispatch.lock(transaction);
    await work(transaction);
    await dispatch.next(transaction);
  });
}

async function lockTasks(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tasks', 0))`.execute(transaction);
}

/** Oldest first. @param most of those that wait, so many of each subject, organization and tool: others have no turn yet */
async function activeTasks(transaction: Database, most: number): Promise<readonly ActiveTask[]> {
  const { rows } = await sql<ActiveTask>`
    select id, subject, "organizationId", "toolId", "isRunning", "lastTurn" from (
      select id, created_at, active.subject, organization_id as "organizationId", tool_id as "toolId",
        is_running as "isRunning", coalesce(task_turns.turn, 0) as "lastTurn",
        row_number() over (partition by active.subject, organization_id, tool_id, is_running
          order by created_at, id) as place
      from active_tasks() active left join task_turns on task_turns.subject = active.subject
      where not is_parked) active
    where "isRunning" or place <= ${most}
    order by created_at, id`.execute(transaction);
  return rows;
}

async function schedule(transaction: Database, ids: readonly string[], queueIds: readonly string[]): Promise<void> {
  await sql`
    with chosen as (
      select * from unnest(${[...ids]}::uuid[], ${[...queueIds]}::uuid[]) with ordinality chosen(id, queue_id, place)),
    named as (
      update tasks set queue_id = chosen.queue_id from chosen where tasks.job_id = chosen.id
      returning tasks.subject, chosen.place),
    turns as (
      insert into task_turns (subject) select subject from named group by subject order by max(place)
      on conflict (subject) do update set turn = nextval('task_turn'), at = now())
    update jobs set state = 'Scheduled', scheduled_at = now() from chosen where jobs.id = chosen.id`.execute(
    transaction,
  );
}
