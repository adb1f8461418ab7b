import { Button, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { organizationsQuery, publicOrganizationsQuery } from '../api/organizations.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { OrganizationCard } from './organization-card.tsx';

const NewOrganizationDialog = soon(async () => (await import('./new-organization-dialog.tsx')).NewOrganizationDialog);

/** Those of the person, or with `?show=public` those that anybody may look at. */
export function OrganizationsPage() {
  const isPublic = useSearch({ from: '/' }).show === 'public';
  const title = isPublic ? 'Public organizations' : 'Organizations';
  usePageTitle(title);
  const own = useQuery({ ...organizationsQuery, enabled: !isPublic });
  const open = useQuery({ ...publicOrganizationsQuery, enabled: isPublic });
  const organizations = isPublic ? open : own;
  const [creating, setCreating] = useState(false);
  const create = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
      New organization
    </Button>
  );
  return (
    <div className="al-page">
      <PageHead
        title={title}
        detail={
          isPublic
            ? 'Their public datasets can be looked at by everybody, without an account.'
            : 'An organization holds datasets and decides who may see them.'
        }
      >
        {!isPublic && create}
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
        <EmptyState title={isPublic ? 'No organization is public' : 'There is no organization yet'}>
          <Text c="dimmed">
            {isPublic ? 'Sign in to see those you belong to.' : 'Make one for your company, club or project.'}
          </Text>
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
