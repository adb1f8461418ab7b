import { useMutation, useQuery } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { datasetQuery, mayDownload } from '../api/datasets.ts';
import { checkDownload, whereToDownload } from '../api/downloads.ts';

/** The service answers the question at once; without an answer the person is told so. */
const CHECK_MS = 30_000;

/**
 * Downloads paths after asking whether that may begin; the browser saves what comes. No path is the whole dataset. `offered`: the
 * share link that opened the page does not withhold files.
 */
export function useDownload(ref: DatasetRef) {
  const offered = mayDownload(useQuery(datasetQuery(ref)).data);
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: async (paths: readonly string[]) => {
      const signal = AbortSignal.timeout(CHECK_MS);
      const address = await whereToDownload(ref, paths, signal);
      await checkDownload(address, signal);
      const link = document.createElement('a');
      link.href = address;
      link.download = '';
      link.click();
    },
  });
  const start = (paths: readonly string[]): void => {
    // A second click while the first one is asked about would save it twice.
    if (!isPending) mutate(paths);
  };
  return { offered, start, again: () => mutate(variables ?? []), error, reset };
}
