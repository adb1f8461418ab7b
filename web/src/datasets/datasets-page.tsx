import { Button, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { datasetsQuery } from '../api/datasets.ts';
import { organizationQuery } from '../api/organizations.ts';
import { OrganizationMenu } from '../organizations/organization-menu.tsx';
import { OrganizationFacts } from '../organizations/organization-facts.tsx';
import { useTopStep } from '../organizations/use-steps-above.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { DatasetCard } from './dataset-card.tsx';

const NewDatasetDialog = soon(async () => (await import('./new-dataset-dialog.tsx')).NewDatasetDialog);

export function DatasetsPage() {
  const { org } = useParams({ from: '/r/$org' });
  const organization = useQuery(organizationQuery(org));
  const datasets = useQuery(datasetsQuery(org));
  const top = useTopStep();
  const [creating, setCreating] = useState(false);
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
            New dataset
          </Button>
        )}
      </PageHead>
      {datasets.isPending && <Skeleton height={220} radius="md" />}
      {error !== null && (
        <Problem
          title="The datasets could not be read"
          error={error}
          onRetry={() => void Promise.all([organization.refetch(), datasets.refetch()])}
        />
      )}
      {datasets.data?.length === 0 && (
        <EmptyState title="There is no dataset yet">
          <Text c="dimmed">
            {mayWrite ? 'A dataset holds the files of one survey.' : 'Nothing here is shared with you.'}
          </Text>
        </EmptyState>
      )}
      <SimpleGrid component="ul" className="al-plain-list" cols={{ base: 1, sm: 2, md: 3, lg: 4 }}>
        {datasets.data?.map((dataset) => (
          <DatasetCard key={dataset.slug} org={org} dataset={dataset} />
        ))}
      </SimpleGrid>
      <NewDatasetDialog org={org} opened={creating} onClose={() => setCreating(false)} />
    </div>
  );
}
