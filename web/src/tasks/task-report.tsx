import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { taskAddress } from '../api/addresses.ts';
import type { TaskDetails } from '../api/task-types.ts';
import { isActive, taskLogQuery, taskQuery } from '../api/tasks.ts';
import type { DatasetRef } from '../api/types.ts';
import { parentPath } from '../files/entry-path.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatIsoDateTime } from '../format/time.ts';
import { FactList } from '../parts/fact-list.tsx';
import { LogBox } from '../parts/log-box.tsx';
import { Problem } from '../parts/problem.tsx';
import { JobState } from '../system/jobs/job-state.tsx';
import { factRows } from './fact-rows.ts';
import { TaskButtons } from './task-buttons.tsx';

type TaskReportProps = {
  readonly datasetRef: DatasetRef;
  readonly taskId: string;
  /** The task was forgotten, or left for what it made. */
  readonly onGone: () => void;
};

/** A task: how far it is, what it found out and made, its log, and what can be done with it. */
export function TaskReport({ datasetRef, taskId, onGone }: TaskReportProps) {
  const task = useQuery(taskQuery(datasetRef, taskId));
  if (task.error !== null)
    return <Problem title="The task could not be read" error={task.error} onRetry={() => void task.refetch()} />;
  if (task.isPending) return <Skeleton height={240} radius="md" />;
  const { state, progress, path, artifact, facts, params } = task.data;
  const written = writtenPath(task.data);
  return (
    <Stack>
      <div role="status">
        <JobState
          state={state}
          percent={progress.percent}
          phase={isActive(state) ? progress.phase : task.data.errorText}
          label="Progress of the task"
        />
      </div>
      {artifact !== null && <Result datasetRef={datasetRef} taskId={taskId} artifact={artifact} />}
      {written !== undefined && <WrittenLink datasetRef={datasetRef} path={written} onFollow={onGone} />}
      {facts !== null && <Part title="Result">{<FactList facts={factRows(facts)} />}</Part>}
      <FactList facts={[['About', <bdi key="path">{path ?? 'The dataset'}</bdi>], ...timesOf(task.data)]} />
      <Part title="Parameters">
        <FactList facts={factRows(params)} />
      </Part>
      <TaskLog datasetRef={datasetRef} task={task.data} />
      <TaskButtons datasetRef={datasetRef} task={task.data} onGone={onGone} />
    </Stack>
  );
}

const timesOf = ({ createdAt, startedAt, finishedAt, owner }: TaskDetails): (readonly [string, string])[] => [
  ['Asked for', `${formatIsoDateTime(createdAt)}${owner === null ? '' : `, by ${owner}`}`],
  ...(startedAt === null ? [] : [['Begun', formatIsoDateTime(startedAt)] as const]),
  ...(finishedAt === null ? [] : [['Ended', formatIsoDateTime(finishedAt)] as const]),
];

type ResultProps = {
  readonly datasetRef: DatasetRef;
  readonly taskId: string;
  readonly artifact: NonNullable<TaskDetails['artifact']>;
};

const Result = ({ datasetRef, taskId, artifact: { name, sizeBytes, expiresAt } }: ResultProps) => (
  <Group gap="sm">
    <Button
      component="a"
      href={taskAddress(datasetRef, taskId, 'result')}
      download
      leftSection={<IconDownload size={18} aria-hidden />}
      className="al-task-download"
    >
      Download {name}
    </Button>
    <Text size="sm" c="dimmed">
      {formatBytes(sizeBytes)}, until {formatIsoDateTime(expiresAt)}
    </Text>
  </Group>
);

/** The file that a tool made in the dataset; undefined where it made none, or several. */
function writtenPath({ state, changedEntries, facts }: TaskDetails): string | undefined {
  const path = facts?.['outputPath'] ?? facts?.['path'];
  return state === 'Succeeded' && changedEntries === 1 && typeof path === 'string' ? path : undefined;
}

type WrittenLinkProps = { readonly datasetRef: DatasetRef; readonly path: string; readonly onFollow: () => void };

/** The way to the folder of a file that was made. */
const WrittenLink = ({ datasetRef, path, onFollow }: WrittenLinkProps) => (
  <Text>
    <Anchor
      renderRoot={(props) => (
        <Link
          to="/r/$org/$ds"
          params={datasetRef}
          search={parentPath(path) === '' ? {} : { path: parentPath(path) }}
          {...props}
        />
      )}
      onClick={onFollow}
    >
      <bdi>{path}</bdi>
    </Anchor>{' '}
    is in the dataset.
  </Text>
);

type PartProps = { readonly title: string; readonly children: ReactNode };

const Part = ({ title, children }: PartProps) => (
  <details className="al-task-part" open={title === 'Result'}>
    <summary>{title}</summary>
    {children}
  </details>
);

function TaskLog({ datasetRef, task }: { readonly datasetRef: DatasetRef; readonly task: TaskDetails }) {
  const log = useQuery(taskLogQuery(datasetRef, task.taskId, isActive(task.state)));
  if (log.error !== null)
    return <Problem title="The log could not be read" error={log.error} onRetry={() => void log.refetch()} />;
  if (log.isPending) return <Skeleton height={120} radius="md" />;
  const { lines, truncatedFromTail } = log.data;
  return (
    <section aria-label="Log">
      {truncatedFromTail && (
        <Text size="sm" c="dimmed">
          The first lines are not kept any more.
        </Text>
      )}
      {lines.length === 0 && !isActive(task.state) ? (
        <Text size="sm" c="dimmed">
          Nothing was written to the log.
        </Text>
      ) : (
        <LogBox text={lines.join('\n')} />
      )}
    </section>
  );
}
