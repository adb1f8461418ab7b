import { Button, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { datasetsQuery } from '../api/datasets.ts';
import { organizationQuery } from '../api/organizations.ts';
import { OrganizationMenu } from '../organizations/organization-menu.tsx';
import { OrganizationFacts } from '../organizations/organization-facts.tsx';
import { useTopStep } from '../organizations/use-steps-above.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { GrowingEnd, useGrowing } from '../parts/growing-end.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { DatasetCard } from './dataset-card.tsx';
import { i18n } from '../languages/i18n.ts';

const ExtentsSection = lazy(async () => ({
  default: (await import('../extents/extents-section.tsx')).ExtentsSection,
}));
const NewDatasetDialog = soon(async () => (await import('./new-dataset-dialog.tsx')).NewDatasetDialog);

/** By the width of the cards, beside a map or without it. */
const COLUMNS = { base: 1, '460px': 2, '690px': 3, '1000px': 4 };

export function DatasetsPage() {
  const { org } = useParams({ from: '/r/$org' });
  const organization = useQuery(organizationQuery(org));
  const datasets = useQuery(datasetsQuery(org));
  const { shown, onMore } = useGrowing(datasets.data?.length ?? 0);
  const top = useTopStep();
  const [creating, setCreating] = useState(false);
  const [marked, setMarked] = useState<string | null>(null);
  const name = organization.data?.name ?? org;
  const mayWrite = organization.data?.permissions?.canWrite === true;
  usePageTitle(name);
  const error = organization.error ?? datasets.error;
  return (
    <div className="al-page">
      <PageHead
        steps={[top]}
        title={name}
        detail={organization.data && <OrganizationFacts organization={organization.data} />}
      >
        {organization.data !== undefined && <OrganizationMenu organization={organization.data} />}
        {mayWrite && (
          <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
            {i18n.t('New dataset')}
          </Button>
        )}
      </PageHead>
      {datasets.isPending && <Skeleton height={220} radius="md" />}
      {error !== null && (
        <Problem
          title={i18n.t('The datasets could not be read')}
          error={error}
          onRetry={() => void Promise.all([organization.refetch(), datasets.refetch()])}
        />
      )}
      {datasets.data?.length === 0 && (
        <EmptyState title={i18n.t('There is no dataset yet')}>
          <Text c="dimmed">
            {mayWrite ? i18n.t('A dataset holds the files of one survey.') : i18n.t('Nothing here is shared with you.')}
          </Text>
        </EmptyState>
      )}
      {datasets.data !== undefined && datasets.data.length > 0 && (
        <div className="al-beside-map">
          <Stack>
            <SimpleGrid type="container" component="ul" className="al-plain-list" cols={COLUMNS}>
              {datasets.data.slice(0, shown).map((dataset) => (
                <DatasetCard key={dataset.slug} org={org} dataset={dataset} marked={marked} onMark={setMarked} />
              ))}
            </SimpleGrid>
            {shown < datasets.data.length && (
              <GrowingEnd shown={shown} label={i18n.t('Show more datasets')} onMore={onMore} />
            )}
          </Stack>
          <Suspense>
            <ExtentsSection org={org} marked={marked} onMark={setMarked} />
          </Suspense>
        </div>
      )}
      <NewDatasetDialog org={org} opened={creating} onClose={() => setCreating(false)} />
    </div>
  );
}
