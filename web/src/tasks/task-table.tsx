import '../styles/tasks.css';
import { Button } from '@mantine/core';
import { taskResultAddress, type DatasetRef } from '../api/addresses.ts';
import { isActive, type ListedTask } from '../api/tasks.ts';
import { formatIsoDateTime } from '../format/time.ts';
import { Table, type Column } from '../parts/table.tsx';
import { JobState } from '../system/jobs/job-state.tsx';
import { plain } from '../format/plain.ts';

type TaskTableProps = {
  readonly datasetRef: DatasetRef;
  readonly tasks: readonly ListedTask[];
  /** What a tool is called. */
  readonly titleOf: (toolId: string) => string;
  readonly onOpen: (taskId: string) => void;
};

/** Tasks of a dataset, each with the way to all that is known of it. */
export function TaskTable({ datasetRef, tasks, titleOf, onOpen }: TaskTableProps) {
  const nameOf = ({ toolId, path }: ListedTask): string => `${titleOf(toolId)}, ${plain(path ?? 'the dataset')}`;
  const columns: readonly Column<ListedTask>[] = [
    { head: 'Tool', names: true, cell: ({ toolId }) => titleOf(toolId) },
    { head: 'About', cell: ({ path }) => <bdi className="al-break">{plain(path ?? 'The dataset')}</bdi> },
    {
      head: 'State',
      cell: (task) => (
        <JobState state={task.state} percent={task.progressPercent} phase={phaseOf(task)} label={nameOf(task)} />
      ),
    },
    { head: 'By', cell: ({ owner }) => owner ?? '–' },
    { head: 'Asked for', short: true, cell: ({ createdAt }) => formatIsoDateTime(createdAt) },
    {
      head: 'Actions',
      actions: true,
      cell: (task) =>
        task.mayOpen && (
          <span className="al-table-actions">
            {hasResult(task) && (
              <Button
                variant="default"
                component="a"
                href={taskResultAddress(datasetRef, task.taskId)}
                download
                aria-label={`Download: ${nameOf(task)}`}
              >
                Download
              </Button>
            )}
            <Button variant="default" aria-label={`Open: ${nameOf(task)}`} onClick={() => onOpen(task.taskId)}>
              Open
            </Button>
          </span>
        ),
    },
  ];
  return (
    <div className="al-task-table">
      <Table label="Tasks" columns={columns} rows={tasks} keyOf={({ taskId }) => taskId} />
    </div>
  );
}

/** What is said beside the state. */
const phaseOf = ({ state, phaseMessage, errorText, errorType, undoneAt }: ListedTask): string | null => {
  if (isActive(state)) return phaseMessage;
  return undoneAt === null ? (errorText ?? errorType) : 'undone';
};

const hasResult = ({ state, artifactExpiresAt }: ListedTask): boolean =>
  state === 'Succeeded' && artifactExpiresAt !== null && Date.parse(artifactExpiresAt) > Date.now();
