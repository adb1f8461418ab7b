import { Button, Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { keys } from '../api/keys.ts';
import { clearTasks, isActive, taskListQuery, TASKS_PER_PAGE, toolsQuery } from '../api/tasks.ts';
import { folderStep } from '../files/folder-steps.ts';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { useStepsAbove } from '../organizations/use-steps-above.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { FilterSelect } from '../parts/fields/filter-select.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { STATE_NAMES, toolName } from '../system/jobs/job-texts.ts';
import { ClearButton } from './clear-button.tsx';
import { TaskTable } from './task-table.tsx';
import { ToolsButton } from './tools-button.tsx';
import { useTools } from './use-tools.ts';
import { useLiveTasks } from './use-live-tasks.ts';

const ToolDialog = soon(async () => (await import('./tool-dialog.tsx')).ToolDialog);
const TaskDialog = soon(async () => (await import('./task-dialog.tsx')).TaskDialog);

/** What was asked for in a dataset, newest first, as it goes on. */
export function TasksPage() {
  const ref = useParams({ from: '/r/$org/$ds/tasks' });
  const { state = '', tool = '', from = '0', task, token } = useSearch({ from: '/r/$org/$ds/tasks' });
  const navigate = useNavigate({ from: '/r/$org/$ds/tasks' });
  const queries = useQueryClient();
  const skip = Math.max(0, Number.parseInt(from, 10) || 0);
  const dataset = useQuery(datasetQuery(ref));
  const tools = useQuery({ ...toolsQuery(ref), enabled: token === undefined });
  const mayWrite = dataset.data?.permissions?.canWrite === true;
  const startable = useTools(ref, { canWrite: mayWrite, enabled: token === undefined });
  const above = useStepsAbove(ref.org, token !== undefined);
  const tasks = useQuery({ ...taskListQuery(ref, { state, toolId: tool }, skip), placeholderData: keepPreviousData });
  const clear = useMutation({
    mutationFn: () => clearTasks(ref, tool),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.datasetTasks(ref) }),
  });
  useLiveTasks(ref, dataset.isSuccess);
  const name = dataset.data === undefined ? ref.ds : datasetName(dataset.data);
  usePageTitle('Tasks', name);
  if (isDeadLink(token, dataset.error)) return <DeadLink />;
  const list = (tasks.data ?? []).slice(0, TASKS_PER_PAGE);
  const hasMore = (tasks.data ?? []).length > TASKS_PER_PAGE;
  const titleOf = (toolId: string): string => tools.data?.find(({ id }) => id === toolId)?.title ?? toolName(toolId);
  const filter = (change: { readonly state?: string; readonly tool?: string }): void =>
    void navigate({ search: (old) => ({ ...old, from: undefined, ...change }), replace: true });
  const show = (next: number): void =>
    void navigate({ search: (old) => ({ ...old, from: next <= 0 ? undefined : String(next) }) });
  const open = (taskId: string | undefined): void =>
    void navigate({ search: (old) => ({ ...old, task: taskId }), replace: true, resetScroll: false });
  return (
    <div className="al-page">
      <PageHead steps={[...above, folderStep(ref, name, '')]} title="Tasks" detail="Newest first">
        <ToolsButton offered={startable.for([])} onOpen={startable.open} />
        {mayWrite && (
          <ClearButton
            warning="Results to download and logs go as well. Files that tasks wrote stay, and cannot be undone any more."
            busy={clear.isPending}
            disabled={list.every((it) => isActive(it.state))}
            onClear={() => clear.mutate()}
          />
        )}
      </PageHead>
      <Group gap="sm">
        <FilterSelect label="State" value={state} names={STATE_NAMES} onChange={(it) => filter({ state: it })} />
        <FilterSelect
          label="Tool"
          value={tool}
          names={Object.fromEntries((tools.data ?? []).map(({ id, title }) => [id, title]))}
          onChange={(it) => filter({ tool: it })}
        />
      </Group>
      {clear.error !== null && <Problem title="The list was not cleared" error={clear.error} onClose={clear.reset} />}
      {tasks.isPending && <Skeleton height={240} radius="md" />}
      {tasks.error !== null && (
        <Problem title="The tasks could not be read" error={tasks.error} onRetry={() => void tasks.refetch()} />
      )}
      {tasks.data !== undefined && list.length === 0 && (
        <EmptyState
          title={skip > 0 ? 'There are no older tasks' : state + tool === '' ? 'There is no task' : 'No task fits'}
        >
          <Text c="dimmed" ta="center">
            Exports, archives and all else that tools make of the files appears here, and the builds.
          </Text>
        </EmptyState>
      )}
      {list.length > 0 && <TaskTable datasetRef={ref} tasks={list} titleOf={titleOf} onOpen={open} />}
      {(skip > 0 || hasMore) && (
        <Group gap="sm">
          <Button variant="default" disabled={skip === 0} onClick={() => show(skip - TASKS_PER_PAGE)}>
            Newer
          </Button>
          <Button variant="default" disabled={!hasMore} onClick={() => show(skip + TASKS_PER_PAGE)}>
            Older
          </Button>
        </Group>
      )}
      <ToolDialog datasetRef={ref} {...startable.dialog} />
      <TaskDialog
        datasetRef={ref}
        taskId={task}
        opened={task !== undefined}
        titleOf={titleOf}
        startable={startable.for([])}
        onOpen={open}
        onClose={() => open(undefined)}
      />
    </div>
  );
}
