import { Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';
import { keys } from '../api/keys.ts';
import { clearTasks, isActive, taskListQuery, TASKS_PER_PAGE, toolsQuery } from '../api/tasks.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { FilterSelect } from '../parts/fields/filter-select.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { STATE_NAMES, toolName } from '../system/jobs/job-texts.ts';
import { ClearButton } from '../tasks/clear-button.tsx';
import { useTaskVerb } from '../tasks/use-task-verb.ts';
import { useTools } from '../tasks/use-tools.ts';
import { ActivityTable } from './activity-table.tsx';
import { BUILD_TOOL, clearWarning } from './clear-warning.ts';
import { withOwnRows } from './own-rows.ts';
import { PageButtons } from './page-buttons.tsx';
import { useOwnRows } from './use-own-rows.ts';
import { i18n } from '../languages/i18n.ts';

const TaskDialog = soon(async () => (await import('../tasks/task-dialog.tsx')).TaskDialog);

type TasksPartProps = { readonly datasetRef: DatasetRef; readonly mayWrite: boolean };

/** What was asked for in a dataset, newest first, as it goes on; with the builds, where the list is of everything. */
export function TasksPart({ datasetRef, mayWrite }: TasksPartProps) {
  const search = useSearch({ from: '/r/$org/$ds/activity' });
  const { kind, state = '', tool = '', from = '0', task, token } = search;
  const navigate = useNavigate({ from: '/r/$org/$ds/activity' });
  const queries = useQueryClient();
  const skip = Math.max(0, Number.parseInt(from, 10) || 0);
  const tools = useQuery({ ...toolsQuery(datasetRef), enabled: token === undefined });
  const startable = useTools(datasetRef, { canWrite: mayWrite, enabled: token === undefined });
  const without = kind === 'tasks' && tool === '' ? BUILD_TOOL : '';
  const filter = { state, toolId: tool, without };
  const own = useOwnRows(datasetRef);
  // They are made by no tool.
  const hasOwn = kind === undefined && tool === '';
  const ownFitting = hasOwn ? own.rows.filter((row) => state === '' || row.state === state) : [];
  const tasks = useQuery({ ...taskListQuery(datasetRef, filter, skip), placeholderData: keepPreviousData });
  const clear = useMutation({
    mutationFn: () => clearTasks(datasetRef, filter),
    onSuccess: () => {
      own.forget(ownFitting.filter((row) => !isActive(row.state)));
      return queries.invalidateQueries({ queryKey: keys.datasetTasks(datasetRef) });
    },
  });
  const act = useTaskVerb(datasetRef);
  const list = (tasks.data ?? []).slice(0, TASKS_PER_PAGE);
  const hasMore = (tasks.data ?? []).length > TASKS_PER_PAGE;
  const rows = withOwnRows(list, ownFitting, { isFirst: skip === 0, next: tasks.data?.[TASKS_PER_PAGE] });
  const isFiltered = state !== '' || tool !== '';
  const titleOf = (toolId: string): string => tools.data?.find(({ id }) => id === toolId)?.title ?? toolName(toolId);
  const change = (next: { readonly state?: string | undefined; readonly tool?: string | undefined }): void =>
    void navigate({ search: (old) => ({ ...old, from: undefined, ...next }), replace: true });
  const show = (next: number): void =>
    void navigate({ search: (old) => ({ ...old, from: next <= 0 ? undefined : String(next) }) });
  const open = (taskId: string | undefined): void =>
    void navigate({ search: (old) => ({ ...old, task: taskId }), replace: true, resetScroll: false });
  return (
    <>
      <Group gap="sm" align="flex-end" justify="space-between">
        <Group gap="sm">
          <FilterSelect
            label={i18n.t('State')}
            value={state}
            names={STATE_NAMES}
            onChange={(it) => change({ state: it })}
          />
          <FilterSelect
            label={i18n.t('Tool')}
            value={tool}
            names={Object.fromEntries((tools.data ?? []).map(({ id, title }) => [id, title]))}
            onChange={(it) => change({ tool: it })}
          />
        </Group>
        {mayWrite && (
          <ClearButton
            warning={clearWarning({ tool, without })}
            busy={clear.isPending}
            disabled={rows.every((it) => isActive(it.state))}
            onClear={() => clear.mutate()}
          />
        )}
      </Group>
      {clear.error !== null && (
        <Problem title={i18n.t('The list was not cleared')} error={clear.error} onClose={clear.reset} />
      )}
      {act.error !== null && <Problem title={i18n.t('This did not work')} error={act.error} onClose={act.reset} />}
      {tasks.isPending && <Skeleton height={240} radius="md" />}
      {tasks.error !== null && (
        <Problem
          title={i18n.t('The tasks could not be read')}
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
        />
      )}
      {tasks.data !== undefined && rows.length === 0 && (
        <EmptyState
          title={
            skip > 0
              ? i18n.t('There are no older tasks')
              : isFiltered
                ? i18n.t('No task fits')
                : i18n.t('There is no task')
          }
        >
          <Text c="dimmed" ta="center">
            {i18n.t('Exports, archives and all else that tools make of the files appears here.')}
          </Text>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ActivityTable
          datasetRef={datasetRef}
          rows={rows}
          titleOf={titleOf}
          onOpen={open}
          onDo={(taskId, verb) => act.mutate({ taskId, verb })}
        />
      )}
      <PageButtons
        hasNewer={skip > 0}
        hasOlder={hasMore}
        onNewer={() => show(skip - TASKS_PER_PAGE)}
        onOlder={() => show(skip + TASKS_PER_PAGE)}
      />
      <TaskDialog
        datasetRef={datasetRef}
        taskId={task}
        opened={task !== undefined}
        titleOf={titleOf}
        startable={startable.for([])}
        onOpen={open}
        onClose={() => open(undefined)}
      />
    </>
  );
}
