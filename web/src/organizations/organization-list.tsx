import { SimpleGrid, Skeleton, type SimpleGridProps } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Organization } from '../api/organizations.ts';
import { Problem } from '../parts/problem.tsx';
import { OrganizationCard } from './organization-card.tsx';
import { i18n } from '../languages/i18n.ts';

type OrganizationListProps = {
  readonly organizations: UseQueryResult<readonly Organization[]>;
  readonly cols: SimpleGridProps['cols'];
  /** What stands there when there are none. */
  readonly empty: ReactNode;
};

/** Organizations as cards, and the states of their list. */
export const OrganizationList = ({ organizations, cols, empty }: OrganizationListProps) => (
  <>
    {organizations.isPending && <Skeleton height={120} radius="lg" />}
    {organizations.error !== null && (
      <Problem
        title={i18n.t('The organizations could not be read')}
        error={organizations.error}
        onRetry={() => void organizations.refetch()}
      />
    )}
    {organizations.data?.length === 0 && empty}
    <SimpleGrid component="ul" className="al-plain-list" cols={cols}>
      {organizations.data?.map((organization) => (
        <OrganizationCard key={organization.slug} organization={organization} />
      ))}
    </SimpleGrid>
  </>
);
