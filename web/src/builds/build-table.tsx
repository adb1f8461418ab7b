import { Button, Progress, Text } from '@mantine/core';
import { isActiveBuild, type BuildJob } from '../api/builds.ts';
import { formatDuration, formatIsoDateTime } from '../format/time.ts';
import { Table, type Column } from '../parts/table.tsx';
import { buildText } from './build-texts.ts';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

type BuildTableProps = {
  readonly jobs: readonly BuildJob[];
  /** Shows the log of a job. */
  readonly onLog: (job: BuildJob) => void;
};

/** Build jobs, each with the way to its log. */
export function BuildTable({ jobs, onLog }: BuildTableProps) {
  const columns: readonly Column<BuildJob>[] = [
    { head: i18n.t('File'), names: true, cell: ({ path }) => <bdi className="al-break">{plain(path ?? '')}</bdi> },
    { head: i18n.t('State'), cell: (job) => <State job={job} /> },
    { head: i18n.t('Requested'), short: true, cell: ({ createdAt }) => formatIsoDateTime(createdAt) },
    {
      head: i18n.t('Actions'),
      actions: true,
      cell: (job) => (
        <span className="al-table-actions">
          <Button
            variant="default"
            aria-label={i18n.t('Log of {path}', { path: plain(job.path ?? '') })}
            onClick={() => onLog(job)}
          >
            {i18n.t('Log')}
          </Button>
        </span>
      ),
    },
  ];
  return <Table label={i18n.t('Builds')} columns={columns} rows={jobs} keyOf={({ jobId }) => jobId} />;
}

function State({ job }: { readonly job: BuildJob }) {
  const { progressPercent: percent, errorMessage, phaseMessage } = job;
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
        {stateText(job, running ? percent : null)}
        {reason !== null && reason !== '' && `: ${reason}`}
      </Text>
      {running && percent !== null && (
        <Progress size="sm" value={percent} aria-label={i18n.t('Building {path}', { path: plain(job.path ?? '') })} />
      )}
    </span>
  );
}

/** @param percent null where it is not known */
function stateText(job: BuildJob, percent: number | null): string {
  const build = buildText(job);
  const left = job.secondsLeft === null ? null : formatDuration(job.secondsLeft);
  if (percent === null) return left === null ? build : i18n.t('{build}, about {left} left', { build, left });
  const values = { build, percent: Math.round(percent) };
  return left === null
    ? i18n.t('{build} {percent} %', values)
    : i18n.t('{build} {percent} %, about {left} left', { ...values, left });
}
