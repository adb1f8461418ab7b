import { Skeleton, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { tokenOfLink, type DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { fileBuildsQuery } from '../../api/builds.ts';
import { featuresQuery } from '../../api/session.ts';
import { taskListQuery, taskQuery } from '../../api/tasks.ts';
import { buildText } from '../../builds/build-texts.ts';
import { formatMoment } from '../../format/time.ts';
import { Problem } from '../../parts/problem.tsx';
import { stateName, toolName } from '../../system/jobs/job-texts.ts';
import { writtenBy } from '../../tasks/written.ts';
import { fileEvents, type FileEvent, maybeWriters } from './file-events.ts';
import { i18n } from '../../languages/i18n.ts';

type HistoryProps = { readonly datasetRef: DatasetRef; readonly entry: Entry };

/** What happened to a file, as far as the service knows, the newest first. */
export function History({ datasetRef, entry }: HistoryProps) {
  // Builds and tasks say nothing to the guest of a link.
  const enabled = tokenOfLink() === undefined;
  const builds = useQuery({ ...fileBuildsQuery(datasetRef, entry.path), enabled });
  const tasks = useQuery({ ...taskListQuery(datasetRef, { state: '', toolId: '' }, 0), enabled });
  const features = useQuery(featuresQuery);
  const asked = maybeWriters(entry, tasks.data ?? []);
  const details = useQueries({ queries: asked.map(({ taskId }) => taskQuery(datasetRef, taskId)) });
  const writers = new Set(
    details.flatMap(({ data }) => {
      const written = data === undefined ? undefined : writtenBy(data);
      return written?.kind === 'file' && written.path === entry.path ? [data?.taskId ?? ''] : [];
    }),
  );
  const titleOf = (toolId: string): string =>
    features.data?.taskTools.find(({ id }) => id === toolId)?.title ?? toolName(toolId);
  const failed = [builds, tasks, ...details].find(({ error }) => error !== null);
  if (enabled && (builds.isPending || tasks.isPending)) return <Skeleton height={160} />;
  const events = fileEvents(entry, { builds: builds.data ?? [], tasks: tasks.data ?? [], writers });
  return (
    <Stack gap="md">
      {failed !== undefined && (
        <Problem
          title={i18n.t('Some of the history could not be read')}
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
      <ol className="al-history" aria-label={i18n.t('History')}>
        {events.map((event) => (
          <li key={keyOf(event)} data-kind={event.kind}>
            <Happened event={event} titleOf={titleOf} />
            <Text size="sm" c="dimmed">
              {formatMoment(event.at / 1000)}
            </Text>
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed">
        {enabled
          ? i18n.t('Builds and tasks are kept until somebody clears them.')
          : i18n.t('A share link tells only of the file itself.')}
      </Text>
    </Stack>
  );
}

type HappenedProps = { readonly event: FileEvent; readonly titleOf: (toolId: string) => string };

function Happened({ event, titleOf }: HappenedProps) {
  switch (event.kind) {
    case 'taken':
      return <Text fw={600}>{i18n.t('Taken')}</Text>;
    case 'changed':
      return <Text fw={600}>{i18n.t('Last changed')}</Text>;
    case 'build': {
      const { job, isOfOther } = event;
      return (
        <>
          <Text fw={600}>{i18n.t('Build: {build}', { build: buildText(job) })}</Text>
          {isOfOther && <Text size="sm">{i18n.t('Of an earlier version of the file')}</Text>}
          {job.errorMessage !== null && (
            <Text size="sm" className="al-break">
              {job.errorMessage}
            </Text>
          )}
        </>
      );
    }
    case 'read':
    case 'written': {
      const { task, kind } = event;
      const title = titleOf(task.toolId);
      return (
        <>
          <Text fw={600}>
            {kind === 'written' ? i18n.t('Written by {title}', { title }) : `${title}: ${stateName(task.state)}`}
          </Text>
          {task.owner !== null && <Text size="sm">{i18n.t('Started by {owner}', { owner: task.owner })}</Text>}
          {task.errorText !== null && (
            <Text size="sm" className="al-break">
              {task.errorText}
            </Text>
          )}
        </>
      );
    }
  }
}

function keyOf(event: FileEvent): string {
  if (event.kind === 'build') return event.job.jobId;
  return event.kind === 'read' || event.kind === 'written' ? event.task.taskId : event.kind;
}
