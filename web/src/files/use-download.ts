import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { datasetQuery, mayDownload } from '../api/datasets.ts';
import { checkDownload, whereToDownload } from '../api/downloads.ts';
import { tellDownload } from '../api/started-downloads.ts';

/** The service answers the question at once; without an answer the person is told so. */
const CHECK_MS = 30_000;

let nextId = 1;

/**
 * Downloads paths after asking whether that may begin; the browser saves what comes. No path is the whole dataset. `offered`: the
 * share link that opened the page does not withhold files.
 */
export function useDownload(ref: DatasetRef) {
  const queries = useQueryClient();
  const offered = mayDownload(useQuery(datasetQuery(ref)).data);
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: async (paths: readonly string[]) => {
      const started = { id: nextId++, paths, startedAt: Date.now(), error: null };
      tellDownload(queries, ref, { ...started, state: 'asking' });
      try {
        const signal = AbortSignal.timeout(CHECK_MS);
        const address = await whereToDownload(ref, paths, signal);
        await checkDownload(address, signal);
        const link = document.createElement('a');
        link.href = address;
        link.download = '';
        link.click();
        tellDownload(queries, ref, { ...started, state: 'handed-over' });
      } catch (thrown) {
        tellDownload(queries, ref, { ...started, state: 'failed', error: thrown });
        throw thrown;
      }
    },
  });
  const start = (paths: readonly string[]): void => {
    // A second click while the first one is asked about would save it twice.
    if (!isPending) mutate(paths);
  };
  return { offered, start, again: () => mutate(variables ?? []), error, reset };
}
