import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { forgetDownloads, startedDownloadsQuery } from '../api/started-downloads.ts';
import { useUploadQueue, useUploads } from '../uploads/upload-context.tsx';
import { downloadRow, uploadRows, type OwnRow } from './own-rows.ts';

/** What this page does itself in a dataset, and how what has ended of it is forgotten. */
export function useOwnRows(ref: DatasetRef) {
  const queue = useUploadQueue();
  const queries = useQueryClient();
  const uploads = useUploads();
  const downloads = useQuery(startedDownloadsQuery(ref)).data;
  const rows: readonly OwnRow[] = [...downloads.map(downloadRow), ...uploadRows(uploads, ref)];
  const forget = (gone: readonly OwnRow[]): void => {
    const batches = new Set(gone.flatMap((row) => (row.kind === 'upload' ? [row.batch] : [])));
    const ids = new Set(gone.flatMap((row) => (row.kind === 'download' ? [row.id] : [])));
    queue.clear(({ batch }) => batches.has(batch));
    forgetDownloads(queries, ref, ({ id }) => ids.has(id));
  };
  return { rows, forget };
}
