import '../styles/tasks.css';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { datasetQuery } from '../api/datasets.ts';
import { keys } from '../api/keys.ts';
import { cancelTask, doWithTask, isActive, type TaskVerb, type TaskDetails } from '../api/tasks.ts';
import { DoneNote } from '../parts/done-note.tsx';
import { Problem } from '../parts/problem.tsx';
import { AskFirst } from './ask-first.tsx';
import { i18n } from '../languages/i18n.ts';

type TaskButtonsProps = {
  readonly datasetRef: DatasetRef;
  readonly task: TaskDetails;
  readonly onGone: () => void;
  /** Asks for the parameters of the tool once more, beginning with those of the task; absent where that cannot be. */
  readonly onChange?: ((params: TaskDetails['params']) => void) | undefined;
};

/** What its reader may do with a task. */
export function TaskButtons({ datasetRef, task, onGone, onChange }: TaskButtonsProps) {
  const { taskId, state, mayControl, changedEntries, undoneAt, artifact, params } = task;
  const queries = useQueryClient();
  const dataset = useQuery(datasetQuery(datasetRef));
  const act = useMutation({
    mutationFn: async (verb: TaskVerb | 'cancel') =>
      verb === 'cancel' ? cancelTask(datasetRef, taskId) : doWithTask(datasetRef, taskId, verb),
    onSuccess: async (_answer, verb) => {
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
  const again = state === 'Failed' && onChange !== undefined && (
    <Button variant="default" disabled={act.isPending} onClick={() => onChange(params)}>
      {i18n.t('Change and start again')}
    </Button>
  );
  if (!mayControl) return again;
  const mayUndo =
    changedEntries > 0 && undoneAt === null && state === 'Succeeded' && dataset.data?.permissions?.canWrite === true;
  const isBusy = (verb: TaskVerb): boolean => act.isPending && act.variables === verb;
  const button = (verb: 'cancel' | 'retry', label: string) => (
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
      {act.error !== null && <Problem title={i18n.t('This did not work')} error={act.error} onClose={act.reset} />}
      {act.data !== undefined && 'removed' in act.data && (
        <DoneNote
          title={i18n.t('{removed, plural, one {# file} other {# files}} removed', { removed: act.data.removed })}
        />
      )}
      <Group gap="sm">
        {isActive(state) && button('cancel', i18n.t('Cancel the task'))}
        {state === 'Failed' && button('retry', i18n.t('Try again'))}
        {again}
        {mayUndo && (
          <AskFirst
            label={i18n.t('Undo')}
            warning={i18n.t(
              'Files that were changed since stay. What the task replaced or removed does not come back.',
            )}
            confirm={i18n.t('Remove {changedEntries, plural, one {# file} other {# files}} it wrote', {
              changedEntries,
            })}
            busy={isBusy('undo')}
            disabled={act.isPending}
            onConfirm={() => act.mutate('undo')}
          />
        )}
        {!isActive(state) && (
          <div className="al-task-apart">
            <AskFirst
              label={i18n.t('Remove the task')}
              warning={whatGoes(mayUndo, artifact !== null)}
              confirm={i18n.t('Remove')}
              busy={isBusy('delete')}
              disabled={act.isPending}
              onConfirm={() => act.mutate('delete')}
            />
          </div>
        )}
      </Group>
    </>
  );
}

/** What is lost with a task that is removed. */
function whatGoes(mayUndo: boolean, isDownload: boolean): string {
  const goes = isDownload ? i18n.t('The file to download goes as well, and the log.') : i18n.t('Its log goes as well.');
  return mayUndo ? i18n.t('{goes} Files that it wrote stay, and cannot be undone any more.', { goes }) : goes;
}
