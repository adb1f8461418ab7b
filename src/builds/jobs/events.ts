import type { Changes, Database } from '../../database/index.ts';
import { fail, failThrottled, ServiceError } from '../../errors/index.ts';
import type { JobChange } from './changed-jobs.ts';
import { createJobFeeds } from './job-feeds.ts';

export interface WatchRequest {
  readonly datasetId: string;
  /** Only jobs of this tool; those of all unless told. */
  readonly toolId?: string;
  /** Who is counted: a user, a token, an address. */
  readonly subject: string;
  /** The `changed` of the last job the watcher was told of; whatever a client sends is taken. */
  readonly since: string | undefined;
  /** @throws ServiceError when the watcher may not watch any more */
  readonly readmit: () => Promise<void>;
  /** Ends the watching. */
  readonly signal: AbortSignal;
}

/** Changes of builds and tasks as they happen, in whatever process. */
export interface JobEvents {
  /**
   * @returns what changes, until the signal, the service or the watcher's right ends it; `undefined` is a sign of life
   * @throws `throttled` or `busy` when there are too many watchers
   */
  watch(request: WatchRequest): () => AsyncGenerator<JobChange | undefined>;
}

/** Open at a time: tabs of one person, and of all persons, of whom each costs a question for his rights every 15 seconds. */
const MOST_OF_ONE = 20;
const MOST = 1000;
/** Seconds after which a refused watcher is told to ask again. */
const RETRY_SECONDS = 30;
/** Rights are asked for again, and a sign of life is sent. */
const ALIVE_EVERY_MS = 15_000;
/** After a notice that rights changed they are asked for again at most this often. */
const RIGHTS_EVERY_MS = 2000;

export interface JobEventsOptions {
  readonly db: Database;
  readonly changes: Pick<Changes, 'subscribe'>;
  /** Ends all watching. */
  readonly closing: AbortSignal;
}

export function createJobEvents({ db, changes, closing }: JobEventsOptions): JobEvents {
  const feeds = createJobFeeds(db, changes);
  const open = new Map<string, number>();
  let all = 0;
  const count = (subject: string, more: 1 | -1): void => {
    all += more;
    const left = (open.get(subject) ?? 0) + more;
    if (left === 0) open.delete(subject);
    else open.set(subject, left);
  };

  const changesFor = async function* (request: WatchRequest): AsyncGenerator<JobChange | undefined> {
    const signal = AbortSignal.any([request.signal, closing]);
    const watch = feeds.watch(request.datasetId, timeOf(request.since));
    const { mail } = watch;
    signal.addEventListener('abort', mail.wake);
    let askedAt = Date.now();
    /** @returns false when the right has gone */
    const mayGoOn = async (): Promise<boolean> => {
      askedAt = Date.now();
      watch.rightsChanged = false;
      return request.readmit().then(() => true, endsOrThrows);
    };
    const untilAsked = (): number => askedAt + (watch.rightsChanged ? RIGHTS_EVERY_MS : ALIVE_EVERY_MS) - Date.now();
    try {
      await watch.ready;
      while (!signal.aborted) {
        for await (const change of mail.read()) {
          // A slow reader takes his time; what he is sent then, he must be allowed to see then.
          if (untilAsked() <= 0 && !(await mayGoOn())) return;
          if (signal.aborted) return;
          if (request.toolId === undefined || change.job.toolId === request.toolId) yield change;
        }
        await mail.sleep(Math.max(0, untilAsked()));
        if (signal.aborted || untilAsked() > 0) continue;
        if (!(await mayGoOn())) return;
        yield undefined;
      }
    } finally {
      signal.removeEventListener('abort', mail.wake);
      watch.end();
    }
  };

  return {
    watch(request) {
      const { subject, signal } = request;
      if ((open.get(subject) ?? 0) >= MOST_OF_ONE)
        throw failThrottled(
          `${MOST_OF_ONE} pages that follow builds or tasks are open. Close some of them.`,
          RETRY_SECONDS,
        );
      if (all >= MOST) throw fail('busy', 'Too many people follow builds and tasks at this moment; try again later.');
      if (!signal.aborted) {
        count(subject, 1);
        signal.addEventListener('abort', () => count(subject, -1), { once: true });
      }
      return () => changesFor(request);
    },
  };
}

/** What refuses a watcher ends his stream; a fault breaks it, and he comes back. */
function endsOrThrows(cause: unknown): false {
  if (cause instanceof ServiceError) return false;
  throw cause;
}

/** Sixteen digits are microseconds for the next three centuries. */
function timeOf(id: string | undefined): string | undefined {
  return id !== undefined && /^\d{16}$/.test(id) ? id : undefined;
}
