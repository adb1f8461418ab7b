import '../styles/tasks.css';
import { Button } from '@mantine/core';
import { taskResultAddress, type DatasetRef } from '../api/addresses.ts';
import { isActive, type ListedTask } from '../api/tasks.ts';
import { formatDuration, formatIsoDateTime } from '../format/time.ts';
import { Table, type Column } from '../parts/table.tsx';
import { JobState } from '../system/jobs/job-state.tsx';
import { plain } from '../format/plain.ts';
import { secondsLeft } from '../tasks/time-left.ts';
import type { RowVerb } from '../tasks/use-task-verb.ts';
import { OwnButtons, ownName, ownTitle } from './own-buttons.tsx';
import type { OwnRow } from './own-rows.ts';
import { i18n } from '../languages/i18n.ts';

type ActivityRow = ListedTask | OwnRow;

const isOwn = (row: ActivityRow): row is OwnRow => 'key' in row;

type ActivityTableProps = {
  readonly datasetRef: DatasetRef;
  readonly rows: readonly ActivityRow[];
  /** What a tool is called. */
  readonly titleOf: (toolId: string) => string;
  readonly onOpen: (taskId: string) => void;
  readonly onDo: (taskId: string, verb: RowVerb) => void;
};

/** Tasks of a dataset, each with the way to all that is known of it; with what this page does itself. */
export function ActivityTable({ datasetRef, rows, titleOf, onOpen, onDo }: ActivityTableProps) {
  const nameOf = ({ toolId, path }: ListedTask): string =>
    `${titleOf(toolId)}, ${plain(path ?? i18n.t('the dataset'))}`;
  const columns: readonly Column<ActivityRow>[] = [
    { head: i18n.t('Tool'), names: true, cell: (row) => (isOwn(row) ? ownTitle(row) : titleOf(row.toolId)) },
    {
      head: i18n.t('About'),
      cell: (row) => (
        <bdi className="al-break">{plain(isOwn(row) ? row.about : (row.path ?? i18n.t('The dataset')))}</bdi>
      ),
    },
    {
      head: i18n.t('State'),
      cell: (row) =>
        isOwn(row) ? (
          <JobState state={row.state} percent={row.percent} phase={row.note} label={ownName(row)} />
        ) : (
          <JobState state={row.state} percent={row.progressPercent} phase={phaseOf(row)} label={nameOf(row)} />
        ),
    },
    { head: i18n.t('By'), cell: (row) => (isOwn(row) ? i18n.t('This browser') : (row.owner ?? '–')) },
    {
      head: i18n.t('Requested'),
      short: true,
      cell: (row) => formatIsoDateTime(isOwn(row) ? new Date(row.at).toISOString() : row.createdAt),
    },
    {
      head: i18n.t('Actions'),
      actions: true,
      cell: (task) =>
        isOwn(task) ? (
          <OwnButtons datasetRef={datasetRef} row={task} />
        ) : task.mayOpen ? (
          <span className="al-table-actions">
            {hasResult(task) && (
              <Button
                variant="default"
                component="a"
                href={taskResultAddress(datasetRef, task.taskId)}
                download
                aria-label={i18n.t('Download: {name}', { name: nameOf(task) })}
              >
                {i18n.t('Download')}
              </Button>
            )}
            {task.mayControl && isActive(task.state) && (
              <Button
                variant="default"
                aria-label={i18n.t('Cancel: {name}', { name: nameOf(task) })}
                onClick={() => onDo(task.taskId, 'cancel')}
              >
                {i18n.t('Cancel')}
              </Button>
            )}
            {task.mayControl && task.state === 'Failed' && (
              <Button
                variant="default"
                aria-label={i18n.t('Retry: {name}', { name: nameOf(task) })}
                onClick={() => onDo(task.taskId, 'retry')}
              >
                {i18n.t('Retry')}
              </Button>
            )}
            <Button
              variant="default"
              aria-label={i18n.t('Open: {name}', { name: nameOf(task) })}
              onClick={() => onOpen(task.taskId)}
            >
              {i18n.t('Open')}
            </Button>
          </span>
        ) : null,
    },
  ];
  return (
    <div className="al-task-table">
      <Table
        label={i18n.t('Tasks')}
        columns={columns}
        rows={rows}
        keyOf={(row) => (isOwn(row) ? row.key : row.taskId)}
      />
    </div>
  );
}

/** What is said beside the state. */
const phaseOf = (task: ListedTask): string | null => {
  const { state, phaseMessage, errorText, errorType, undoneAt } = task;
  if (isActive(state)) {
    const seconds = secondsLeft(task, Date.now());
    if (seconds === null) return phaseMessage;
    const left = i18n.t('about {seconds} left', { seconds: formatDuration(seconds) });
    return phaseMessage === null || phaseMessage === '' ? left : `${phaseMessage}, ${left}`;
  }
  return undoneAt === null ? (errorText ?? errorType) : i18n.t('undone');
};

const hasResult = ({ state, artifactExpiresAt }: ListedTask): boolean =>
  state === 'Succeeded' && artifactExpiresAt !== null && Date.parse(artifactExpiresAt) > Date.now();
