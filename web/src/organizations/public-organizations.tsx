import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { publicOrganizationsQuery } from '../api/organizations.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { OrganizationList } from './organization-list.tsx';
import { i18n } from '../languages/i18n.ts';

const TITLE = i18n.t('Public organizations');

/** The page of what anybody may look at, also without an account. */
export function PublicOrganizations() {
  usePageTitle(TITLE);
  const organizations = useQuery(publicOrganizationsQuery);
  return (
    <div className="al-page">
      <PageHead
        title={TITLE}
        detail={i18n.t('Their public datasets can be looked at by everybody, without an account.')}
      />
      <OrganizationList
        organizations={organizations}
        cols={{ base: 1, sm: 2, lg: 3 }}
        empty={
          <EmptyState title={i18n.t('No organization is public')}>
            <Text c="dimmed">{i18n.t('Sign in to see those you belong to.')}</Text>
          </EmptyState>
        }
      />
    </div>
  );
}
