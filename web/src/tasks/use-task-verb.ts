import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { keys } from '../api/keys.ts';
import { cancelTask, doWithTask } from '../api/tasks.ts';

/** What a row of the list does with its task. */
export type RowVerb = 'cancel' | 'retry';

/** Cancels a task, or starts it again. */
export function useTaskVerb(ref: DatasetRef) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ taskId, verb }: { readonly taskId: string; readonly verb: RowVerb }) =>
      verb === 'cancel' ? cancelTask(ref, taskId) : doWithTask(ref, taskId, verb),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.datasetTasks(ref) }),
  });
}
