import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { datasetQuery } from '../api/datasets.ts';
import { keys } from '../api/keys.ts';
import type { TaskDetails } from '../api/task-types.ts';
import { cancelTask, doWithTask, isActive, type TaskVerb } from '../api/tasks.ts';
import type { DatasetRef } from '../api/types.ts';
import { formatCount } from '../format/count.ts';
import { DoneNote } from '../parts/done-note.tsx';
import { Problem } from '../parts/problem.tsx';

type TaskButtonsProps = {
  readonly datasetRef: DatasetRef;
  readonly task: TaskDetails;
  readonly onGone: () => void;
};

/** What its reader may do with a task. */
export function TaskButtons({ datasetRef, task, onGone }: TaskButtonsProps) {
  const { taskId, state, mayControl, changedEntries } = task;
  const queries = useQueryClient();
  const dataset = useQuery(datasetQuery(datasetRef));
  const [asking, setAsking] = useState(false);
  const act = useMutation({
    mutationFn: async (verb: TaskVerb | 'cancel') =>
      verb === 'cancel'
        ? { removed: undefined, done: await cancelTask(datasetRef, taskId) }
        : doWithTask(datasetRef, taskId, verb),
    onSuccess: async (_answer, verb) => {
      setAsking(false);
      if (verb === 'delete') onGone();
      const changed = [keys.datasetTasks(datasetRef), ...(verb === 'undo' ? [keys.entries(datasetRef)] : [])];
      // The task that is gone is asked for no more.
      await Promise.all(
        changed.map((queryKey) =>
          queries.invalidateQueries({
            queryKey,
            predicate: ({ queryKey: key }) => verb !== 'delete' || !key.includes(taskId),
          }),
        ),
      );
    },
  });
  if (!mayControl) return null;
  const mayUndo = changedEntries > 0 && state === 'Succeeded' && dataset.data?.permissions?.canWrite === true;
  const button = (verb: TaskVerb | 'cancel', label: string) => (
    <Button
      variant="default"
      loading={act.isPending && act.variables === verb}
      disabled={act.isPending && act.variables !== verb}
      onClick={() => act.mutate(verb)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {act.error !== null && <Problem title="This did not work" error={act.error} onClose={act.reset} />}
      {act.data?.removed !== undefined && <DoneNote title={`${formatCount(act.data.removed, 'file')} removed`} />}
      <Group gap="sm">
        {isActive(state) && button('cancel', 'Cancel the task')}
        {state === 'Failed' && button('retry', 'Try again')}
        {mayUndo && !asking && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Undo…
          </Button>
        )}
        {mayUndo && asking && button('undo', `Remove ${formatCount(changedEntries, 'file')} it wrote`)}
        {!isActive(state) && button('delete', 'Forget the task')}
      </Group>
    </>
  );
}
