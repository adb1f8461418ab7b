import { Badge, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { healthQuery, versionQuery } from '../../api/admin/system.ts';
import type { HealthStatus } from '../../api/answers.ts';
import { featuresQuery } from '../../api/session.ts';
import { FactList } from '../../parts/fact-list.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { usePageTitle } from '../../parts/use-page-title.ts';
import { STATUS } from './health-facts.ts';
import { HealthList } from './health-list.tsx';
import { i18n } from '../../languages/i18n.ts';

const SUMMARY: Readonly<Record<HealthStatus, string>> = {
  Healthy: i18n.t('Everything works'),
  Degraded: i18n.t('It works, but something needs attention'),
  Unhealthy: i18n.t('Something does not work'),
};

/** How the service is doing right now. */
export function SystemPage() {
  usePageTitle(i18n.t('System'), i18n.t('Settings'));
  const health = useQuery(healthQuery);
  const version = useQuery(versionQuery);
  const features = useQuery(featuresQuery);
  const format = features.data?.ddbVersion;
  const status = health.data?.status;
  return (
    <div className="al-page">
      <PageHead title={i18n.t('System')} detail={status === undefined ? undefined : SUMMARY[status]} />
      {health.isPending && <Skeleton height={240} radius="md" />}
      {health.error !== null && (
        <Problem
          title={i18n.t('The state of the service could not be read')}
          error={health.error}
          onRetry={() => void health.refetch()}
        />
      )}
      {health.data !== undefined && (
        <Section
          title={i18n.t('Health')}
          detail={i18n.t('Looked at again every 15 seconds while this page is open.')}
          actions={<StatusBadge status={health.data.status} />}
        >
          <HealthList entries={health.data.entries} />
        </Section>
      )}
      <Section title={i18n.t('Versions')}>
        {version.error !== null && <Problem title={i18n.t('The version could not be read')} error={version.error} />}
        <FactList
          facts={[
            ['Alidade', version.data ?? '…'],
            ...(format === null || format === undefined ? [] : [[i18n.t('Data format'), format] as const]),
          ]}
        />
      </Section>
    </div>
  );
}

const StatusBadge = ({ status }: { readonly status: HealthStatus }) => (
  <Badge size="lg" tt="none" fw={500} color={status === 'Healthy' ? 'petrol' : 'red'} variant="filled">
    {STATUS[status]}
  </Badge>
);
