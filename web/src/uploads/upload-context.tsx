import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { ApiError, errorText, isPassing } from '../api/api-error.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { crumbs } from '../files/entry-path.ts';
import { createRefresher } from './refresh-soon.ts';
import { isOpen } from './upload-item.ts';
import { sendFile } from './send-file.ts';
import { createUploadQueue, type UploadQueue, type UploadSnapshot } from './upload-queue.ts';

/** Nothing that the file itself could be blamed for. */
const isLineLost = (error: unknown): boolean => error instanceof ApiError && isPassing(error.status);

const UploadContext = createContext<UploadQueue | null>(null);

/** Uploads belong to the whole application: they go on while the person looks at other pages. */
export function UploadProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [queue] = useState(() => {
    const refresh = createRefresher(queries);
    return createUploadQueue({
      transfer: sendFile,
      describe: errorText,
      isLineLost,
      untilAnswered,
      onDone: ({ ref }) => refresh(ref),
    });
  });
  return <UploadContext value={queue}>{children}</UploadContext>;
}

export function useUploadQueue(): UploadQueue {
  const queue = use(UploadContext);
  if (queue === null) throw new Error('useUploadQueue needs an UploadProvider above it');
  return queue;
}

/** Pages are drawn anew at most this often for what happens in the queue: files go out by the hundred in a second. */
const DRAW_MS = 100;

export function useUploads(): UploadSnapshot {
  const queue = useUploadQueue();
  const [subscribe] = useState(() => (draw: () => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = queue.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        draw();
      }, DRAW_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  });
  return useSyncExternalStore(subscribe, queue.snapshot);
}

/** Whether something is still being sent to one of these paths of a dataset, or below it. '' is the whole dataset. */
export function useUploadsBelow(ref: DatasetRef, paths: readonly string[]): boolean {
  const { items } = useUploads();
  const wanted = new Set(paths);
  return items.some((item) => {
    if (!isOpen(item) || item.ref.org !== ref.org || item.ref.ds !== ref.ds) return false;
    return wanted.has('') || crumbs(item.path).some(({ path }) => wanted.has(path));
  });
}

/** Lets the browser ask before it leaves a page that is still uploading. */
export function useLeaveWarning({ items }: UploadSnapshot): void {
  const busy = items.some(isOpen);
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);
}
