import type { Database } from '../../database/index.ts';
import { pendingPaths } from '../pending/pending-store.ts';
import { activeJobsOf, databaseTime, jobsChangedAfter, type ChangedJob } from './changed-job-rows.ts';

/** What is told of a job that changed. */
export interface JobChange {
  readonly job: ChangedJob;
  /** Files without which the build cannot be made, as paths in the dataset; empty unless it waits for them. */
  readonly missing: readonly string[];
}

/** Reads what changed of the builds and tasks of a dataset, each change once. */
export interface JobReader {
  /** At first the active jobs, or what changed since the reader's time; then what changed since the last reading. */
  read(): AsyncGenerator<JobChange>;
}

/** Jobs read by one statement. */
const PAGE = 200;
/** Active jobs told of at first; of others when they change. */
const MOST_ACTIVE = 1000;
/**
 * Microseconds that are looked at again: a transaction that wrote a job a while ago may have committed only now. What takes
 * longer is missed until the job changes again, as each job does, in short transactions, when its work begins and ends.
 */
const OVERLAP = 5_000_000n;
/** A reader that was away longer than this begins anew, in microseconds. */
const LONGEST_ABSENCE = 900_000_000n;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** @param since the `changed` of a job that was told of before */
export function createJobReader(db: Database, datasetId: string, since?: string): JobReader {
  /** What was told of lately, by job: the time of its change. */
  const told = new Map<string, string>();
  let upTo: bigint | undefined;

  const begin = async (): Promise<readonly ChangedJob[]> => {
    // Before the jobs are read: what changes meanwhile is read again.
    const now = BigInt(await databaseTime(db));
    const before = since === undefined ? undefined : BigInt(since);
    const isShortlyAway = before !== undefined && before <= now && now - before <= LONGEST_ABSENCE;
    upTo = isShortlyAway ? before : now;
    return isShortlyAway ? [] : activeJobsOf(db, datasetId, MOST_ACTIVE);
  };
  const tell = async function* (jobs: readonly ChangedJob[]): AsyncGenerator<JobChange> {
    const news = jobs.filter(({ id, changed }) => told.get(id) !== changed);
    const waiting = await pendingPaths(
      db,
      datasetId,
      news.flatMap(({ outcome, path }) => (outcome === 'deferred' && path !== null ? [path] : [])),
    );
    for (const job of news) {
      told.set(job.id, job.changed);
      const pending = job.outcome === 'deferred' ? waiting.get(job.path ?? '') : undefined;
      yield { job, missing: pending?.hash === job.hash ? pending.missing : [] };
    }
  };

  return {
    async *read() {
      if (upTo === undefined) yield* tell(await begin());
      const from = upTo! - OVERLAP;
      for (let after = { changed: String(from), id: FIRST_ID }; ;) {
        const page = await jobsChangedAfter(db, datasetId, after, PAGE);
        yield* tell(page);
        after = page.at(-1) ?? after;
        if (BigInt(after.changed) > upTo!) upTo = BigInt(after.changed);
        if (page.length < PAGE) break;
      }
      for (const [id, changed] of told) if (BigInt(changed) < upTo! - OVERLAP) told.delete(id);
    },
  };
}
