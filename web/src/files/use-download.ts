import { useMutation } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { checkDownload, whereToDownload } from '../api/downloads.ts';

/** The service answers the question at once; without an answer the person is told so. */
const CHECK_MS = 30_000;

/** Downloads paths after asking whether that may begin; the browser saves what comes. No path is the whole dataset. */
export function useDownload(ref: DatasetRef) {
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
  return { start, again: () => mutate(variables ?? []), error, reset };
}
