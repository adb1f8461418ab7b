import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { errorText } from '../api/api-error.ts';
import { createRefresher } from './refresh-soon.ts';
import { isOpen } from './upload-item.ts';
import { sendFile } from './send-file.ts';
import { createUploadQueue, type UploadQueue, type UploadSnapshot } from './upload-queue.ts';

const UploadContext = createContext<UploadQueue | null>(null);

/** Uploads belong to the whole application: they go on while the person looks at other pages. */
export function UploadProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [queue] = useState(() => {
    const refresh = createRefresher(queries);
    return createUploadQueue({ transfer: sendFile, describe: errorText, onDone: ({ ref }) => refresh(ref) });
  });
  return <UploadContext value={queue}>{children}</UploadContext>;
}

export function useUploadQueue(): UploadQueue {
  const queue = use(UploadContext);
  if (queue === null) throw new Error('useUploadQueue needs an UploadProvider above it');
  return queue;
}

export function useUploads(): UploadSnapshot {
  const queue = useUploadQueue();
  return useSyncExternalStore(queue.subscribe, queue.snapshot);
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
