import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { rebuild } from '../api/entries.ts';
import { keys } from '../api/keys.ts';

/** Builds an entry again and shows its new state. */
export function useRebuild(ref: DatasetRef) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => rebuild(ref, path),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.entries(ref) }),
  });
}
