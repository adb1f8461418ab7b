import type { Database } from '../../database/index.ts';
import { SWEEP_EVERY_MS } from './schedule.ts';
import { lastSweep, type Sweep } from './sweep-store.ts';

/** What administrators are told of builds that wait. */
export interface PendingStatus {
  /** Undefined before the first sweep. */
  readonly last: Sweep | undefined;
  readonly nextRun: Date | undefined;
  /** Builds that wait now. */
  readonly waiting: number;
}

export async function pendingStatus(db: Database): Promise<PendingStatus> {
  const last = await lastSweep(db);
  const { waiting } = await db
    .selectFrom('pending_builds')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  const nextRun = last && new Date(last.lastRun.getTime() + SWEEP_EVERY_MS);
  return { last, nextRun, waiting: Number(waiting) };
}
