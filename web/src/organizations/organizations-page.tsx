import { Button, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsQuery } from '../api/organizations.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { NewOrganizationDialog } from './new-organization-dialog.tsx';
import { OrganizationCard } from './organization-card.tsx';

export function OrganizationsPage() {
  usePageTitle('Organizations');
  const organizations = useQuery(organizationsQuery);
  const [creating, setCreating] = useState(false);
  const create = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
      New organization
    </Button>
  );
  return (
    <div className="al-page">
      <PageHead title="Organizations" detail="An organization holds datasets and decides who may see them.">
        {create}
      </PageHead>
      {organizations.isPending && <Skeleton height={140} radius="md" />}
      {organizations.error !== null && (
        <Problem
          title="The organizations could not be read"
          error={organizations.error}
          onRetry={() => void organizations.refetch()}
        />
      )}
      {organizations.data?.length === 0 && (
        <EmptyState title="There is no organization yet">
          <Text c="dimmed">Make one for your company, club or project.</Text>
        </EmptyState>
      )}
      <SimpleGrid component="ul" className="al-plain-list" cols={{ base: 1, sm: 2, lg: 3 }}>
        {organizations.data?.map((organization) => (
          <OrganizationCard key={organization.slug} organization={organization} />
        ))}
      </SimpleGrid>
      <NewOrganizationDialog opened={creating} onClose={() => setCreating(false)} />
    </div>
  );
}
