import { setTimeout as pause } from 'node:timers/promises';
import type { Changes, Database } from '../../database/index.ts';
import { createWaker } from '../../jobs/index.ts';
import { createJobReader } from './changed-jobs.ts';
import { createJobMail, type JobMail } from './job-mail.ts';
import { databaseTime } from './changed-job-rows.ts';

/** One who follows the jobs of a dataset. */
export interface Watch {
  readonly mail: JobMail;
  /** Resolves when all that changes from now on is put into the mail; only then may it be read. */
  readonly ready: Promise<void>;
  /** Rights may have changed since this was set to false. */
  rightsChanged: boolean;
  end(): void;
}

/** Readings of changed jobs, one for all in this process who follow the same dataset. */
export interface JobFeeds {
  /** @param since the `changed` of a job that the watcher was told of before */
  watch(datasetId: string, since: string | undefined): Watch;
}

/** Jobs of a dataset are read at most this often; progress is not written oftener. */
const READ_EVERY_MS = 500;
/** They are read without a notice as well, should one have been missed. */
const READ_ANYWAY_MS = 15_000;

interface Feed {
  readonly watches: Set<Watch>;
  readonly ready: Promise<void>;
  readonly wake: () => void;
}

export function createJobFeeds(db: Database, changes: Pick<Changes, 'subscribe'>): JobFeeds {
  const feeds = new Map<string, Feed>();
  changes.subscribe((topic, group) => {
    if (topic === 'jobs') feeds.get(group)?.wake();
    // After a time without notices nobody knows what they would have told.
    else if (topic === 'access' || topic === 'everything') for (const feed of feeds.values()) wakeAll(feed);
  });

  return {
    watch(datasetId, since) {
      const forget = (): void => {
        if (feeds.get(datasetId) === feed) feeds.delete(datasetId);
      };
      const feed: Feed = feeds.get(datasetId) ?? startFeed(db, datasetId, forget);
      feeds.set(datasetId, feed);
      const watch: Watch = {
        mail: createJobMail(since, (from) => createJobReader(db, datasetId, from)),
        ready: feed.ready,
        rightsChanged: false,
        end() {
          feed.watches.delete(watch);
          if (feed.watches.size > 0) return;
          forget();
          feed.wake();
        },
      };
      feed.watches.add(watch);
      return watch;
    },
  };
}

function wakeAll({ watches, wake }: Feed): void {
  wake();
  for (const watch of watches) {
    watch.rightsChanged = true;
    watch.mail.wake();
  }
}

/** Reads for as long as somebody watches. @param failed told when the jobs cannot be read, before the watchers are */
function startFeed(db: Database, datasetId: string, failed: () => void): Feed {
  const watches = new Set<Watch>();
  const { wake, sleep } = createWaker();
  const ready = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    const reader = createJobReader(db, datasetId, await databaseTime(db));
    ready.resolve();
    while (watches.size > 0) {
      const caughtUp = [...watches].filter(({ mail }) => mail.isCaughtUp);
      for await (const change of reader.read()) for (const { mail } of watches) mail.put(change);
      for (const { mail } of caughtUp) mail.isUpToDate();
      await pause(READ_EVERY_MS, undefined, { ref: false });
      await sleep(READ_ANYWAY_MS);
    }
  };
  run().catch((cause: unknown) => {
    failed();
    for (const { mail } of watches) mail.fail(cause);
    ready.resolve();
  });
  return { watches, ready: ready.promise, wake };
}
