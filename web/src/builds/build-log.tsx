import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { buildLogQuery, isActiveBuild, type LogOf } from '../api/builds.ts';
import { formatIsoDateTime } from '../format/time.ts';
import { LogBox } from '../parts/log-box.tsx';
import { Problem } from '../parts/problem.tsx';
import { buildText } from './build-texts.ts';
import { i18n } from '../languages/i18n.ts';

type BuildLogProps = { readonly datasetRef: DatasetRef; readonly of: LogOf };

/** The log of a build; it grows while the build runs. */
export function BuildLog({ datasetRef, of }: BuildLogProps) {
  const log = useQuery(buildLogQuery(datasetRef, of));
  if (log.error !== null) {
    return <Problem title={i18n.t('The log could not be read')} error={log.error} onRetry={() => void log.refetch()} />;
  }
  if (log.isPending) return <Skeleton height={120} radius="md" />;
  if (log.data === null) return <Text c="dimmed">{i18n.t('No build log')}</Text>;
  const percent = log.data.progressPercent;
  const about = { build: buildText(log.data), createdAt: formatIsoDateTime(log.data.createdAt) };
  return (
    <section aria-label={i18n.t('Log')}>
      <Text size="sm" c="dimmed" role="status">
        {isActiveBuild(log.data) && percent !== null
          ? i18n.t('{build} {percent} %, requested {createdAt}', { ...about, percent: Math.round(percent) })
          : i18n.t('{build}, requested {createdAt}', about)}
      </Text>
      <LogBox text={log.data.log} />
    </section>
  );
}
