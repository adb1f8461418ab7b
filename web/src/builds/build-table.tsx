import { Button, Progress, Text } from '@mantine/core';
import { isActiveBuild, type BuildJob } from '../api/builds.ts';
import { formatDuration, formatIsoDateTime } from '../format/time.ts';
import { Table, type Column } from '../parts/table.tsx';
import { buildText } from './build-texts.ts';
import { plain } from '../format/plain.ts';

type BuildTableProps = {
  readonly jobs: readonly BuildJob[];
  /** Shows the log of a job. */
  readonly onLog: (job: BuildJob) => void;
};

/** Build jobs, each with the way to its log. */
export function BuildTable({ jobs, onLog }: BuildTableProps) {
  const columns: readonly Column<BuildJob>[] = [
    { head: 'File', names: true, cell: ({ path }) => <bdi className="al-break">{plain(path ?? '')}</bdi> },
    { head: 'State', cell: (job) => <State job={job} /> },
    { head: 'Asked for', short: true, cell: ({ createdAt }) => formatIsoDateTime(createdAt) },
    {
      head: 'Actions',
      actions: true,
      cell: (job) => (
        <span className="al-table-actions">
          <Button variant="default" aria-label={`Log of ${plain(job.path ?? '')}`} onClick={() => onLog(job)}>
            Log
          </Button>
        </span>
      ),
    },
  ];
  return <Table label="Builds" columns={columns} rows={jobs} keyOf={({ jobId }) => jobId} />;
}

function State({ job }: { readonly job: BuildJob }) {
  const { progressPercent: percent, errorMessage, phaseMessage, secondsLeft } = job;
  const running = job.currentState === 'Processing';
  const reason = isActiveBuild(job) ? phaseMessage : errorMessage;
  return (
    <span className="al-storage">
      <Text
        component="span"
        size="sm"
        className="al-figures"
        c={job.currentState === 'Failed' ? 'var(--mantine-color-error)' : ''}
      >
        {buildText(job)}
        {running && percent !== null && ` ${Math.round(percent)} %`}
        {secondsLeft !== null && `, about ${formatDuration(secondsLeft)} left`}
        {reason !== null && reason !== '' && `: ${reason}`}
      </Text>
      {running && percent !== null && (
        <Progress size="sm" value={percent} aria-label={`Building ${plain(job.path ?? '')}`} />
      )}
    </span>
  );
}
