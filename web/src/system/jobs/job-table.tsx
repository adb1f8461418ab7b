import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys } from '../../api/keys.ts';
import { doWithJob, type JobVerb, type Task } from '../../api/admin/system.ts';
import { isActive } from '../../api/tasks.ts';
import { formatIsoDateTime } from '../../format/time.ts';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { shownState } from '../import/import-outcome.ts';
import { JobState } from './job-state.tsx';
import { jobSubject, toolName } from './job-texts.ts';
import { i18n } from '../../languages/i18n.ts';

/** Background jobs, each with what an administrator may do with it. */
export function JobTable({ tasks }: { readonly tasks: readonly Task[] }) {
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: ({ id, verb }: { readonly id: string; readonly verb: JobVerb }) => doWithJob(id, verb),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.tasks }),
  });
  const columns: readonly Column<Task>[] = [
    { head: i18n.t('Job'), names: true, cell: ({ toolId }) => toolName(toolId) },
    { head: i18n.t('About'), cell: (task) => <About task={task} /> },
    {
      head: i18n.t('State'),
      cell: (task) => (
        <JobState
          state={shownState(task.state, task.import)}
          percent={task.progressPercent}
          phase={isActive(task.state) ? task.phaseMessage : task.errorText}
          label={`${toolName(task.toolId)} ${jobSubject(task)}`}
        />
      ),
    },
    { head: i18n.t('By'), cell: ({ owner }) => owner ?? i18n.t('the service') },
    { head: i18n.t('Requested'), short: true, cell: ({ createdAt }) => formatIsoDateTime(createdAt) },
    {
      head: i18n.t('Actions'),
      actions: true,
      cell: (task) => (
        <span className="al-table-actions">
          {verbsOf(task).map(([verb, label]) => (
            <Button
              key={verb}
              variant="default"
              aria-label={`${label} ${toolName(task.toolId)} ${jobSubject(task)}`}
              loading={act.isPending && act.variables.id === task.taskId && act.variables.verb === verb}
              onClick={() => act.mutate({ id: task.taskId, verb })}
            >
              {label}
            </Button>
          ))}
        </span>
      ),
    },
  ];
  return (
    <>
      {act.error !== null && <Problem title={i18n.t('This was not done')} error={act.error} onClose={act.reset} />}
      <Table label={i18n.t('Jobs')} columns={columns} rows={tasks} keyOf={({ taskId }) => taskId} />
    </>
  );
}

/** Jobs of the whole service end by themselves; those of a dataset can be ended, and started again when they failed. */
function verbsOf({ state, dsSlug }: Task): readonly (readonly [JobVerb, string])[] {
  const ofDataset = dsSlug !== null;
  if (isActive(state)) return ofDataset ? [['cancel', i18n.t('Cancel')]] : [];
  return [
    ...(ofDataset && state === 'Failed' ? [['retry', i18n.t('Try again')] as const] : []),
    ['delete', i18n.t('Remove')],
  ];
}

/** The report of an import is on the import's own page. */
const About = ({ task }: { readonly task: Task }) =>
  task.import ? (
    <Link to="/settings/import" search={{ job: task.taskId, into: task.import.to }} className="al-link">
      <bdi>{jobSubject(task)}</bdi>
    </Link>
  ) : (
    <bdi>{jobSubject(task)}</bdi>
  );
