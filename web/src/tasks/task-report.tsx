import '../styles/tasks.css';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { taskResultAddress, type DatasetRef } from '../api/addresses.ts';
import { isActive, taskLogQuery, taskQuery, toolsQuery, type TaskDetails } from '../api/tasks.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatDuration, formatIsoDateTime } from '../format/time.ts';
import { FactList } from '../parts/fact-list.tsx';
import { LogBox } from '../parts/log-box.tsx';
import { Problem } from '../parts/problem.tsx';
import { JobState } from '../system/jobs/job-state.tsx';
import { fieldsOf } from './form/fields.ts';
import { factRows } from './result/other-facts.ts';
import { TaskResult } from './result/task-result.tsx';
import { TaskButtons } from './task-buttons.tsx';
import { WrittenLink } from './written-link.tsx';
import { writtenBy } from './written.ts';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

type TaskReportProps = {
  readonly datasetRef: DatasetRef;
  readonly taskId: string;
  /** The task was forgotten, or left for what it made. */
  readonly onGone: () => void;
  /** Asks for the parameters of the tool once more, beginning with those of the task; absent where that cannot be. */
  readonly onChange?: ((params: TaskDetails['params']) => void) | undefined;
};

/** A task: how far it is, what it found out and made, its log, and what can be done with it. */
export function TaskReport({ datasetRef, taskId, onGone, onChange }: TaskReportProps) {
  const task = useQuery(taskQuery(datasetRef, taskId));
  // Names of parameters are good to have; people who cannot start tools have none.
  const tools = useQuery({ ...toolsQuery(datasetRef), enabled: false });
  if (task.error !== null)
    return (
      <Problem title={i18n.t('The task could not be read')} error={task.error} onRetry={() => void task.refetch()} />
    );
  if (task.isPending) return <Skeleton height={240} radius="md" />;
  const { state, progress, path, artifact, facts, params, toolId, undoneAt } = task.data;
  const written = writtenBy(task.data);
  const called = Object.fromEntries(
    fieldsOf(tools.data?.find(({ id }) => id === toolId)?.inputSchema ?? {}).map(({ name, label }) => [name, label]),
  );
  return (
    <Stack>
      <div role="status">
        <JobState
          state={state}
          percent={progress.percent}
          phase={isActive(state) ? progress.phase : task.data.errorText}
          label={i18n.t('Progress of the task')}
        />
      </div>
      {undoneAt !== null && (
        <Text>{i18n.t('Its files were removed on {undoneAt}.', { undoneAt: formatIsoDateTime(undoneAt) })}</Text>
      )}
      {artifact !== null && <Result datasetRef={datasetRef} taskId={taskId} artifact={artifact} />}
      {written !== undefined && <WrittenLink datasetRef={datasetRef} written={written} onFollow={onGone} />}
      {facts !== null && (
        <Part title={i18n.t('Result')}>
          <TaskResult toolId={toolId} facts={facts} />
        </Part>
      )}
      <div className="al-task-facts">
        <FactList
          facts={[
            [i18n.t('About'), <bdi key="path">{plain(path ?? i18n.t('The dataset'))}</bdi>],
            ...timesOf(task.data),
          ]}
        />
      </div>
      <Part title={i18n.t('Parameters')}>
        <FactList facts={factRows(params, '', called)} />
      </Part>
      <TaskLog datasetRef={datasetRef} task={task.data} />
      <TaskButtons datasetRef={datasetRef} task={task.data} onGone={onGone} onChange={onChange} />
    </Stack>
  );
}

const timesOf = ({ createdAt, startedAt, finishedAt, owner }: TaskDetails): (readonly [string, string])[] => [
  [i18n.t('Requested'), requestedText(formatIsoDateTime(createdAt), owner)],
  ...(startedAt === null ? [] : [[i18n.t('Started'), formatIsoDateTime(startedAt)] as const]),
  ...(finishedAt === null ? [] : [[i18n.t('Finished'), finishedText(startedAt, finishedAt)] as const]),
];

const requestedText = (time: string, owner: string | null): string =>
  owner === null ? time : i18n.t('{time}, by {owner}', { time, owner });

/** With how long it took, where it ever began. */
function finishedText(startedAt: string | null, finishedAt: string): string {
  const time = formatIsoDateTime(finishedAt);
  if (startedAt === null) return time;
  const duration = formatDuration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000);
  return i18n.t('{time}, after {duration}', { time, duration });
}

type ResultProps = {
  readonly datasetRef: DatasetRef;
  readonly taskId: string;
  readonly artifact: NonNullable<TaskDetails['artifact']>;
};

const Result = ({ datasetRef, taskId, artifact: { name, sizeBytes, expiresAt } }: ResultProps) => (
  <Group gap="sm">
    <Button
      component="a"
      href={taskResultAddress(datasetRef, taskId)}
      download
      leftSection={<IconDownload size={18} aria-hidden />}
      className="al-task-download"
    >
      {i18n.t('Download {name}', { name: plain(name) })}
    </Button>
    <Text size="sm" c="dimmed">
      {i18n.t('{sizeBytes}, until {expiresAt}', {
        sizeBytes: formatBytes(sizeBytes),
        expiresAt: formatIsoDateTime(expiresAt),
      })}
    </Text>
  </Group>
);

type PartProps = { readonly title: string; readonly children: ReactNode };

const Part = ({ title, children }: PartProps) => (
  <details className="al-task-part al-task-facts" open={title === i18n.t('Result')}>
    <summary>{title}</summary>
    {children}
  </details>
);

function TaskLog({ datasetRef, task }: { readonly datasetRef: DatasetRef; readonly task: TaskDetails }) {
  const log = useQuery(taskLogQuery(datasetRef, task.taskId, isActive(task.state)));
  if (log.error !== null)
    return <Problem title={i18n.t('The log could not be read')} error={log.error} onRetry={() => void log.refetch()} />;
  if (log.isPending) return <Skeleton height={120} radius="md" />;
  const { lines, truncatedFromTail } = log.data;
  return (
    <section aria-label={i18n.t('Log')}>
      {truncatedFromTail && (
        <Text size="sm" c="dimmed">
          {i18n.t('The beginning of the log is no longer available.')}
        </Text>
      )}
      {lines.length === 0 && !isActive(task.state) ? (
        <Text size="sm" c="dimmed">
          {i18n.t('Nothing was written to the log.')}
        </Text>
      ) : (
        <LogBox text={lines.join('\n')} />
      )}
    </section>
  );
}
