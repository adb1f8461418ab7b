import type { Changes } from '../../database/index.ts';

/** Tells one watcher of a dataset's jobs that there may be something to read. */
export interface Watch {
  /** Rights may have changed since this was set to false. */
  rightsChanged: boolean;
  /** Waits for a notice of the dataset's jobs or of rights, at most this long; at once when one came before, or it is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

export interface Watchers {
  watch(datasetId: string): Watch;
}

/** Everybody in this process who waits for changes of build jobs. */
export function createWatchers(changes: Pick<Changes, 'subscribe'>): Watchers {
  const watching = new Map<string, Set<(rights: boolean) => void>>();
  changes.subscribe((topic, group) => {
    if (topic === 'builds') for (const wake of watching.get(group) ?? []) wake(false);
    // After a time without notices nobody knows what they would have told.
    else if (topic === 'access' || topic === 'everything')
      for (const wakers of watching.values()) for (const wake of wakers) wake(true);
  });

  return {
    watch(datasetId) {
      let isWoken = false;
      let resume: (() => void) | undefined;
      const wake = (rights: boolean): void => {
        isWoken = true;
        watch.rightsChanged ||= rights;
        resume?.();
      };
      const watch: Watch = {
        rightsChanged: false,
        async wait(ms, signal) {
          if (!isWoken && !signal.aborted) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, ms);
              resume = () => (clearTimeout(timer), resolve());
              signal.addEventListener('abort', resume, { once: true });
            });
            if (resume) signal.removeEventListener('abort', resume);
            resume = undefined;
          }
          isWoken = false;
        },
        end() {
          const wakers = watching.get(datasetId);
          wakers?.delete(wake);
          if (wakers?.size === 0) watching.delete(datasetId);
        },
      };
      watching.set(datasetId, (watching.get(datasetId) ?? new Set()).add(wake));
      return watch;
    },
  };
}
