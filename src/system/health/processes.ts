import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/** How often a process says that it is alive. */
export const HEARTBEAT_MS = 10_000;
/** Three heartbeats missed: gone, or so busy that it comes to the same. */
const ALIVE_SECONDS = 30;
/** Rows this old are removed: long enough to see that a process vanished. */
const STALE_SECONDS = 600;

export interface ProcessFacts {
  readonly id: string;
  readonly version: string;
  /** Builds it runs at the same time. */
  readonly workers: number;
  /** Tasks it runs at the same time. */
  readonly taskWorkers: number;
}

/** The row of this process in `processes`. */
export interface Heartbeat {
  /** Says that this process is alive, and removes rows of those that have not said so for long. */
  beat(): Promise<void>;
  /** Takes the row away, at an orderly end. */
  end(): Promise<void>;
}

export function createHeartbeat(db: Database, { id, version, workers, taskWorkers }: ProcessFacts): Heartbeat {
  let ended = false;
  return {
    async beat() {
      if (ended) return;
      const now = sql<Date>`now()`;
      await db
        .insertInto('processes')
        .values({ id, host: hostname(), pid: process.pid, version, workers, task_workers: taskWorkers })
        // Its row may have been removed as stale, when the machine slept.
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
        .execute();
      await db.deleteFrom('processes').where('seen_at', '<', secondsAgo(STALE_SECONDS)).execute();
    },
    async end() {
      ended = true;
      await db.deleteFrom('processes').where('id', '=', id).execute();
    },
  };
}

/** Processes that are alive, and builds that all of them together can run at the same time. */
export async function livingProcesses(db: Database): Promise<{ readonly processes: number; readonly workers: number }> {
  return db
    .selectFrom('processes')
    .select(({ fn }) => [
      fn.countAll<number>().as('processes'),
      fn.coalesce(fn.sum<number>('workers'), sql<number>`0`).as('workers'),
    ])
    .where('seen_at', '>', secondsAgo(ALIVE_SECONDS))
    .executeTakeFirstOrThrow();
}

/** Tasks that all processes that are alive can run at the same time. */
export async function taskPlaces(db: Database): Promise<number> {
  const { places } = await db
    .selectFrom('processes')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('task_workers'), sql<number>`0`).as('places'))
    .where('seen_at', '>', secondsAgo(ALIVE_SECONDS))
    .executeTakeFirstOrThrow();
  return Number(places);
}

/** By the clock of the database, the only one all processes share. */
const secondsAgo = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`;
