import { createWaker } from '../../jobs/index.ts';
import type { JobChange, JobReader } from './changed-jobs.ts';

/** What changed and one watcher has not been told yet, the newest state by job. */
export interface JobMail {
  /** Told of a change that was read for all watchers. */
  put(change: JobChange): void;
  /** Whether the watcher reads nothing for himself, now or next. */
  readonly isCaughtUp: boolean;
  /** Told when a reading for all has ended that began while it was caught up: nothing of before will be put again. */
  isUpToDate(): void;
  /** Breaks the stream of the watcher. */
  fail(cause: unknown): void;
  /** What the watcher is to be told now. @throws what it failed by */
  read(): AsyncGenerator<JobChange>;
  readonly wake: () => void;
  /** Sleeps until there may be something to read, at most this long. */
  sleep(ms: number): Promise<void>;
}

/** Changes that are kept for a watcher, of about a kilobyte. Who is told more slowly reads for himself what is new then. */
const MOST_KEPT = 1000;

/**
 * @param since where the watcher begins
 * @param readSince reads for this watcher alone: first what changed since a time
 */
export function createJobMail(since: string | undefined, readSince: (since: string | undefined) => JobReader): JobMail {
  const { wake, sleep } = createWaker();
  const kept = new Map<string, JobChange>();
  /** Set when the watcher has to read for himself. */
  let behind: { readonly since: string | undefined } | undefined = { since };
  /** What he has read for himself, by job: the time of the change. */
  const read = new Map<string, string>();
  let isReading = false;
  let failure: { readonly cause: unknown } | undefined;

  const readBehind = async function* (from: string | undefined): AsyncGenerator<JobChange> {
    isReading = true;
    for await (const change of readSince(from).read()) {
      const { id, changed } = change.job;
      read.set(id, changed);
      const newer = kept.get(id);
      if (newer !== undefined && newer.job.changed <= changed) kept.delete(id);
      yield change;
    }
    isReading = false;
  };

  return {
    wake,
    sleep,
    put(change) {
      const { id, changed } = change.job;
      // Times are of sixteen digits.
      if (behind !== undefined || (read.get(id) ?? '') >= changed) return;
      kept.delete(id);
      kept.set(id, change);
      if (kept.size > MOST_KEPT) {
        behind = { since: kept.values().next().value!.job.changed };
        kept.clear();
      }
      wake();
    },
    get isCaughtUp() {
      return behind === undefined && !isReading;
    },
    isUpToDate() {
      if (behind === undefined && !isReading) read.clear();
    },
    fail(cause) {
      failure = { cause };
      wake();
    },
    async *read() {
      for (;;) {
        if (failure !== undefined) throw failure.cause;
        const first = kept.entries().next().value;
        if (behind !== undefined) {
          const from = behind.since;
          behind = undefined;
          yield* readBehind(from);
        } else if (first !== undefined) {
          kept.delete(first[0]);
          yield first[1];
        } else return;
      }
    },
  };
}
