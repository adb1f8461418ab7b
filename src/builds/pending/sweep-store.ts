import type { Database } from '../../database/index.ts';

/** What a sweep found. */
export interface Sweep {
  readonly lastRun: Date;
  /** Datasets in which builds wait. */
  readonly totalDatasets: number;
  /** Those in which an epoch of retries was opened. */
  readonly datasetsChecked: number;
  /** Those whose retries live. */
  readonly datasetsSkipped: number;
  readonly pendingBuilds: number;
  readonly jobsEnqueued: number;
  /** Builds that wait and were not asked for: active, or tried a moment ago. */
  readonly jobsSkipped: number;
  readonly errors: number;
  readonly durationMs: number;
}

export async function lastSweep(db: Database): Promise<Sweep | undefined> {
  const row = await db.selectFrom('pending_sweeps').selectAll().executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    lastRun: row.last_run,
    totalDatasets: row.total_datasets,
    datasetsChecked: row.datasets_checked,
    datasetsSkipped: row.datasets_skipped,
    pendingBuilds: row.pending_builds,
    jobsEnqueued: row.jobs_enqueued,
    jobsSkipped: row.jobs_skipped,
    errors: row.errors,
    durationMs: row.duration_ms,
  };
}

/** Remembers a sweep in place of the one before. */
export async function putSweep(db: Database, sweep: Sweep): Promise<void> {
  const row = {
    last_run: sweep.lastRun,
    total_datasets: sweep.totalDatasets,
    datasets_checked: sweep.datasetsChecked,
    datasets_skipped: sweep.datasetsSkipped,
    pending_builds: sweep.pendingBuilds,
    jobs_enqueued: sweep.jobsEnqueued,
    jobs_skipped: sweep.jobsSkipped,
    errors: sweep.errors,
    duration_ms: sweep.durationMs,
  };
  await db
    .insertInto('pending_sweeps')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute();
}
