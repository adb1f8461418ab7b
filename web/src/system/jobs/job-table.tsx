import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys } from '../../api/keys.ts';
import type { Task } from '../../api/admin/system-types.ts';
import { deleteTask, isActive } from '../../api/admin/system.ts';
import { formatIsoDateTime } from '../../format/time.ts';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { shownState } from '../import/import-outcome.ts';
import { JobState } from './job-state.tsx';
import { jobSubject, toolName } from './job-texts.ts';

/** Background jobs; one that has ended can be taken off the list. */
export function JobTable({ tasks }: { readonly tasks: readonly Task[] }) {
  const queries = useQueryClient();
  const forget = useMutation({
    mutationFn: deleteTask,
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.tasks }),
  });
  const columns: readonly Column<Task>[] = [
    { head: 'Job', names: true, cell: ({ toolId }) => toolName(toolId) },
    { head: 'About', cell: (task) => <About task={task} /> },
    {
      head: 'State',
      cell: (task) => (
        <JobState
          state={shownState(task.state, task.import)}
          percent={task.progressPercent}
          phase={isActive(task.state) ? task.phaseMessage : task.errorText}
          label={`${toolName(task.toolId)} ${jobSubject(task)}`}
        />
      ),
    },
    { head: 'By', cell: ({ owner }) => owner ?? 'the service' },
    { head: 'Asked for', short: true, cell: ({ createdAt }) => formatIsoDateTime(createdAt) },
    {
      head: 'Actions',
      actions: true,
      cell: (task) =>
        !isActive(task.state) && (
          <span className="al-table-actions">
            <Button
              variant="default"
              aria-label={`Forget ${toolName(task.toolId)} ${jobSubject(task)}`}
              loading={forget.isPending && forget.variables === task.taskId}
              onClick={() => forget.mutate(task.taskId)}
            >
              Forget
            </Button>
          </span>
        ),
    },
  ];
  return (
    <>
      {forget.error !== null && <Problem title="The job is still there" error={forget.error} />}
      <Table label="Jobs" columns={columns} rows={tasks} keyOf={({ taskId }) => taskId} />
    </>
  );
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
