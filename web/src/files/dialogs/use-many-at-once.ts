import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { keys } from '../../api/keys.ts';
import { inParts, type Failure, type Parts } from './in-parts.ts';

type ManyAtOnce = Pick<Parts, 'size' | 'run'> & {
  /** The datasets that change. */
  readonly datasets: readonly DatasetRef[];
  readonly entries: readonly Entry[];
  /** What is done along with an entry: the entry is taken again when that fails. */
  readonly belongingTo?: (path: string) => readonly Entry[];
  /** All of them are done. */
  readonly onDone: () => void;
};

/** Something done to several entries; those that failed can be tried again. Closing the dialog ends it before the next part. */
export function useManyAtOnce({ datasets, entries, belongingTo, size, run, onDone }: ManyAtOnce) {
  const queries = useQueryClient();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const many = useMutation({
    mutationFn: async () => {
      const { signal } = (running.current = new AbortController());
      const again = new Set(failures.map(({ path }) => path));
      const wanted =
        again.size === 0
          ? entries
          : entries.filter(
              ({ path }) => again.has(path) || belongingTo?.(path).some((it) => again.has(it.path)) === true,
            );
      const of = wanted.length;
      setProgress(of > size ? { count: 0, of } : null);
      const onProgress = (count: number): void => setProgress(of > size ? { count, of } : null);
      return { signal, failed: await inParts(wanted, { size, run, signal, onProgress }) };
    },
    onSuccess: ({ signal, failed }) => {
      setFailures(failed);
      if (failed.length === 0 && !signal.aborted) onDone();
    },
    // Also after a failure: some of them may be done.
    onSettled: async () => {
      setProgress(null);
      for (const ref of datasets) {
        await queries.invalidateQueries({ queryKey: keys.entries(ref) });
        await queries.invalidateQueries({ queryKey: keys.datasets(ref.org) });
      }
    },
  });
  const { reset, isPending, error } = many;
  return { start: () => many.mutate(), reset, isPending, error, failures, progress };
}

/** How far it is; only where there is more than one part. */
export type Progress = { readonly count: number; readonly of: number };
