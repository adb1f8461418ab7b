import type { Database } from '../../database/index.ts';
import type { BuildQueue } from './build-queue.ts';
import type { SettleBuild } from '../attempts/worker.ts';
import { activeJobsBehind, findJobLog } from './job-store.ts';

/** Jobs looked at by one statement. */
const PIECE = 500;
/** A job younger than this may still be on its way into the queue. */
const SETTLED_MS = 60_000;
const GIVEN_UP = 'Every attempt ended with the process that made it. Ask for the build again.';

/**
 * Settles active jobs that the queue does not know as such: those it gave up, because the processes of all their attempts died,
 * fail; those it never had, or forgot, are sent again.
 */
export async function settleLostJobs({
  db,
  queue,
  settle,
  now = Date.now(),
}: {
  readonly db: Database;
  readonly queue: Pick<BuildQueue, 'sendAgain' | 'states'>;
  readonly settle: SettleBuild;
  /** Milliseconds since 1970. */
  readonly now?: number;
}): Promise<void> {
  for (let after: string | undefined; ;) {
    const jobs = await activeJobsBehind(db, after, PIECE);
    const settled = jobs.filter(({ updatedAt }) => now - updatedAt.getTime() >= SETTLED_MS);
    const ids = settled.map(({ id }) => id);
    const states = await queue.states(ids);
    for (const job of settled) {
      const { id, datasetId } = job;
      const state = states.get(id) ?? 'unknown';
      if (state === 'waiting' || state === 'active') continue;
      if (state === 'unknown') await queue.sendAgain(db, job);
      else {
        const log = [await findJobLog(db, datasetId, id), `${new Date(now).toISOString()} ${GIVEN_UP}`];
        await settle(job, { kind: 'failed', reason: 'fault', message: GIVEN_UP }, log.filter(Boolean).join('\n'));
      }
    }
    after = jobs.at(-1)?.id;
    if (jobs.length < PIECE) return;
  }
}
