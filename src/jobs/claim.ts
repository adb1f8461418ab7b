import { sql } from 'kysely';
import type { Clock, JobWithMetadata, PgBoss } from 'pg-boss';
import { forBoss, type Database } from '../database/index.ts';

/** The job was cancelled or given to another worker: the one that worked on it has no say in it any more. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** What a worker has of a job. The engine knows jobs by id alone, no matter who has them: what is told to it in their name passes here. */
export interface Claim {
  /** Fires with a `ClaimLost` when the job was cancelled or given to another worker. */
  readonly lost: AbortSignal;
  /**
   * Ends the job, or puts it back for another attempt when there is a cause. Nothing happens to a job that is not this worker's
   * any more.
   */
  settle(cause?: Error): Promise<void>;
}

/** The engine and what it works with. */
export interface JobEngine {
  readonly boss: PgBoss;
  readonly db: Database;
  readonly clock: Clock;
  /** Told of faults of the engine that belong to no call. */
  readonly onError: (error: Error) => void;
}

export const SCHEMA = 'queue';
/** The engine's table, for what it has no question for. */
export const JOBS = sql.table(`${SCHEMA}.job`);

/** A worker that has not been heard of for this long is dead; its jobs go to another one. */
export const HEARTBEAT_SECONDS = 30;
/** Milliseconds between looks whether an attempt is still wanted: what was cancelled stops within that. */
const LOOK_MS = 2000;

/** Holds a job that was just taken, and watches, in whatever process, whether it still is this worker's. */
export function holdClaim({ boss, db, clock, onError }: JobEngine, queue: string, job: JobWithMetadata): Claim {
  const { id, retryCount } = job;
  const lost = new AbortController();
  /** Another worker's attempt counts one retry more. */
  const look = async (): Promise<boolean> => {
    const now = await boss.getJobById(queue, id);
    if (now?.state === 'active' && now.retryCount === retryCount) return true;
    letGo();
    lost.abort(new ClaimLost('The job was cancelled or given to another worker'));
    return false;
  };
  const beat = async (): Promise<void> => {
    if (await look()) await boss.touch(queue, id);
  };
  const looking = setInterval(oneAtATime(look, onError), LOOK_MS);
  const beating = clock.setInterval(oneAtATime(beat, onError), (HEARTBEAT_SECONDS / 2) * 1000);
  const letGo = (): void => {
    clearInterval(looking);
    clock.clearInterval(beating);
  };
  return {
    lost: lost.signal,
    async settle(cause) {
      letGo();
      await db.transaction().execute(async (transaction) => {
        // Locked, so that nobody takes the job between this look and its end.
        const { rows } = await sql`select id from ${JOBS} where name = ${queue} and id = ${id}::uuid
          and state = 'active' and retry_count = ${retryCount} for update`.execute(transaction);
        if (rows.length === 0) return;
        const inIt = { db: forBoss(transaction) };
        await (cause === undefined ? boss.complete(queue, id, null, inIt) : boss.fail(queue, id, cause, inIt));
      });
    },
  };
}

/** Begins work unless it is still under way. */
function oneAtATime(work: () => Promise<unknown>, onError: (error: Error) => void): () => void {
  let running: Promise<unknown> | undefined;
  return () => {
    running ??= work()
      .catch(onError)
      .finally(() => (running = undefined));
  };
}
