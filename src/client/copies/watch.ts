import { watch } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClientError, EXIT, Interrupted } from '../client-error.ts';
import { ServerError, UnreachableError } from '../http/server-error.ts';
import { followTasks, type TaskChange } from '../http/task-events.ts';
import { hasTaskEnded } from '../http/tasks.ts';
import { openCopy } from '../local/copy.ts';
import { CopyInUse } from '../local/lock.ts';
import { pullCopy, type Pulled, type PullOptions } from './pull.ts';
import { pushCopy, type Pushed, type PushOptions } from './push.ts';
import { remoteStamp, type RemoteDataset } from './remote-dataset.ts';

export interface WatchOptions extends PullOptions, PushOptions {
  /** Milliseconds between two questions whether the dataset changed. */
  readonly everyMs: number;
  readonly pulled: (pulled: Pulled) => void;
  readonly pushed: (pushed: Pushed) => void;
  /** Told of each change of a task of the dataset. */
  readonly task: (change: TaskChange) => void;
}

/** Programs write a file in several steps; this long after the last one it counts as written. */
const QUIET_MS = 2000;
/** What the file system forgot to report is found this often. */
const LOOK_MS = 600_000;

/**
 * Keeps a copy and its dataset equal until it is ended.
 *
 * @throws ClientError for a conflict that nobody decides, and when the server refuses
 */
export async function watchCopy(root: string, remote: RemoteDataset, options: WatchOptions): Promise<void> {
  const over = new AbortController();
  try {
    const events = watchFolder(root, AbortSignal.any([options.signal, over.signal]), (cause) =>
      options.out.warn(
        `Changes of files are found every ${LOOK_MS / 60_000} minutes only, as the system reports none: ${String(cause)}`,
      ),
    );
    const news = followNews(remote, options, AbortSignal.any([options.signal, over.signal]));
    await follow(root, remote, { events, news }, options);
  } finally {
    over.abort(); // A listener on a folder keeps the process alive.
  }
}

async function follow(
  root: string,
  remote: RemoteDataset,
  { events, news }: { readonly events: FolderEvents; readonly news: News },
  options: WatchOptions,
): Promise<void> {
  const { signal, everyMs, out } = options;
  const state: { etag: string | undefined; looked: number } = { etag: undefined, looked: 0 };
  for (;;) {
    signal.throwIfAborted();
    try {
      const stamp = await remoteStamp(remote, signal, state.etag);
      const isChangedHere = events.isQuietFor(QUIET_MS) || Date.now() - state.looked > LOOK_MS;
      if (isChangedHere) events.forget();
      if (stamp !== undefined || isChangedHere) {
        await bringTogether(root, remote, stamp !== undefined, options);
        state.looked = Date.now();
        state.etag = stamp?.etag ?? state.etag;
      }
    } catch (cause) {
      signal.throwIfAborted();
      if (!mayPass(cause)) throw cause;
      out.warn((cause as Error).message);
    }
    await events.quietOrAfter(everyMs, QUIET_MS, news.has);
    news.forget();
  }
}

async function bringTogether(
  root: string,
  remote: RemoteDataset,
  isNewThere: boolean,
  options: WatchOptions,
): Promise<void> {
  using copy = await openCopy(root);
  if (isNewThere) options.pulled(await pullCopy(copy, remote, options));
  try {
    options.pushed(await pushCopy(copy, remote, options));
  } catch (cause) {
    if (!(cause instanceof ClientError) || cause.exitCode !== EXIT.conflict) throw cause;
    options.pulled(await pullCopy(copy, remote, options));
    options.pushed(await pushCopy(copy, remote, options));
  }
}

/** A server that restarts, and a copy that another command works on. */
function mayPass(cause: unknown): boolean {
  if (cause instanceof ServerError) return cause.status >= 500 || cause.status === 429;
  return cause instanceof UnreachableError || cause instanceof CopyInUse;
}

/** Whether the dataset may have changed by what a task wrote. */
interface News {
  readonly has: () => boolean;
  forget(): void;
}

/** A task that has ended is a reason to ask at once; a server that tells of none is asked in its time. */
function followNews(
  { connection, dataset }: RemoteDataset,
  { task, out }: Pick<WatchOptions, 'task' | 'out'>,
  signal: AbortSignal,
): News {
  let isThere = false;
  const listen = async (): Promise<void> => {
    for await (const change of followTasks(connection, dataset, signal)) {
      task(change);
      // Builds change nothing of the dataset.
      if (change.toolId !== 'build' && hasTaskEnded(change)) isThere = true;
    }
  };
  listen().catch((cause: unknown) => {
    const isOld = cause instanceof ServerError && cause.status === 404;
    if (!signal.aborted && !isOld) out.warn(`Tasks of the server are not followed: ${(cause as Error).message}`);
  });
  return { has: () => isThere, forget: () => void (isThere = false) };
}

interface FolderEvents {
  isQuietFor(ms: number): boolean;
  forget(): void;
  /** Waits until something happened and it is quiet again, for the time at most, and no longer than until there is news. */
  quietOrAfter(ms: number, quietMs: number, hasNews: () => boolean): Promise<void>;
}

function watchFolder(root: string, signal: AbortSignal, failed: (cause: unknown) => void): FolderEvents {
  let last: number | undefined;
  const listen = async (): Promise<void> => {
    for await (const { filename } of watch(root, { recursive: true, signal }))
      if (!/^\.(alidade|ddb)(\/|$)/.test(filename ?? '')) last = Date.now();
  };
  listen().catch((cause: unknown) => {
    if (!signal.aborted) failed(cause);
  });
  const isQuietFor = (ms: number): boolean => last !== undefined && Date.now() - last >= ms;
  return {
    isQuietFor,
    forget: () => void (last = undefined),
    async quietOrAfter(ms, quietMs, hasNews) {
      const end = Date.now() + ms;
      while (Date.now() < end && !isQuietFor(quietMs) && !hasNews())
        await sleep(Math.min(250, ms), undefined, { signal }).catch(() => {
          throw signal.reason instanceof Error ? signal.reason : new Interrupted();
        });
    },
  };
}
