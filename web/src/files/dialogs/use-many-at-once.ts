import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../api/keys.ts';
import type { DatasetRef, Entry } from '../../api/types.ts';

/** Why one of many was left as it is. */
export type Failure = { readonly path: string; readonly reason: string };

type ManyAtOnce = {
  readonly datasetRef: DatasetRef;
  readonly entries: readonly Entry[];
  /** Does it to all of these and tells which ones failed. */
  readonly run: (entries: readonly Entry[]) => Promise<readonly Failure[]>;
  /** All of them are done. */
  readonly onDone: () => void;
};

/** Something done to several entries; those that failed can be tried again. */
export function useManyAtOnce({ datasetRef, entries, run, onDone }: ManyAtOnce) {
  const queries = useQueryClient();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const many = useMutation({
    mutationFn: () => {
      const again = new Set(failures.map(({ path }) => path));
      return run(again.size === 0 ? entries : entries.filter(({ path }) => again.has(path)));
    },
    onSuccess: (failed) => {
      setFailures(failed);
      if (failed.length === 0) onDone();
    },
    // Also after a failure: some of them may be done.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: keys.entries(datasetRef) });
      await queries.invalidateQueries({ queryKey: keys.datasets(datasetRef.org) });
    },
  });
  return { start: () => many.mutate(), reset: many.reset, isPending: many.isPending, error: many.error, failures };
}
