import { Alert, Skeleton, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { LEVELS_TEXT, membersQuery, organizationQuery } from '../../api/organizations.ts';
import { featuresQuery, sessionQuery } from '../../api/session.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { usePageTitle } from '../../parts/use-page-title.ts';
import { useTopStep } from '../use-steps-above.ts';
import { AddMember } from './add-member.tsx';
import { MemberTable } from './member-table.tsx';
import { i18n } from '../../languages/i18n.ts';

export function MembersPage() {
  const { org } = useParams({ from: '/r/$org/-/members' });
  const organization = useQuery(organizationQuery(org));
  const members = useQuery(membersQuery(org));
  const features = useQuery(featuresQuery);
  const session = useQuery(sessionQuery);
  const top = useTopStep();
  const name = organization.data?.name ?? org;
  usePageTitle(i18n.t('Members'), name);
  const mayManage = organization.data?.permissions?.canManageMembers === true;
  const enabled = features.data?.organizationMemberManagement !== false;
  const error = organization.error ?? members.error;
  const owner = organization.data?.owner;
  return (
    <div className="al-page al-narrow">
      <PageHead
        steps={[top, { name, link: { to: '/r/$org', params: { org } } }]}
        title={i18n.t('Members')}
        detail={
          owner === null ? i18n.t('This organization has no owner.') : owner && i18n.t('Owner: {owner}', { owner })
        }
      />
      {error !== null && (
        <Problem title={i18n.t('The members could not be read')} error={error} onRetry={() => void members.refetch()} />
      )}
      {!enabled && (
        <Alert color="petrol" icon={<IconInfoCircle />} title={i18n.t('Members are managed by administrators')}>
          {i18n.t('This installation does not let organizations change their members themselves.')}
        </Alert>
      )}
      {members.isPending && error === null && <Skeleton height={160} radius="md" />}
      {members.data?.length === 0 && (
        <EmptyState title={i18n.t('There is no member yet')}>
          <Text c="dimmed" ta="center">
            {i18n.t('The owner has every right without being a member.')}
          </Text>
        </EmptyState>
      )}
      {members.data !== undefined && members.data.length > 0 && (
        <Section title={i18n.t('Who may do what')} detail={LEVELS_TEXT}>
          <MemberTable
            org={org}
            members={members.data}
            me={session.data?.userName}
            mayManage={mayManage && enabled}
            mayLeave={enabled}
          />
        </Section>
      )}
      {mayManage && enabled && <AddMember org={org} />}
    </div>
  );
}
