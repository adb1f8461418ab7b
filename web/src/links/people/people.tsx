import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { datasetQuery } from '../../api/datasets.ts';
import { membersQuery, organizationAboveQuery } from '../../api/organizations.ts';
import { featuresQuery } from '../../api/session.ts';
import { CopyFact } from '../../parts/copy-fact.tsx';
import { Problem } from '../../parts/problem.tsx';
import { AddPerson } from './add-person.tsx';
import { PeopleList } from './people-list.tsx';
import { VisibilityNote } from './visibility-note.tsx';
import { i18n } from '../../languages/i18n.ts';

/** Who may see a dataset without a link, how somebody else gets there, and the address for those who do. */
export function People({ datasetRef }: { readonly datasetRef: DatasetRef }) {
  const { org } = datasetRef;
  const heading = useId();
  const dataset = useQuery(datasetQuery(datasetRef));
  const organization = useQuery(organizationAboveQuery(org));
  const isOpenToPerson = organization.data !== undefined && organization.data !== null;
  const members = useQuery({ ...membersQuery(org), enabled: isOpenToPerson });
  const features = useQuery(featuresQuery);
  const isManager = organization.data?.permissions?.canManageMembers === true;
  const mayAdd = isManager && features.data?.organizationMemberManagement === true;
  const name = organization.data?.name ?? org;
  const failed = [organization, members].find(({ isError }) => isError);
  return (
    <section aria-labelledby={heading} className="al-share-people">
      <Stack gap="sm">
        <Title order={3} size="h4" id={heading}>
          {i18n.t('People')}
        </Title>
        {dataset.data !== undefined && (
          <VisibilityNote
            visibility={dataset.data.properties.meta?.visibility?.data ?? 0}
            organization={name}
            isListed={organization.data?.isPublic === true}
          />
        )}
        {failed !== undefined && failed.error !== null && (
          <Problem
            title={i18n.t('The members could not be read')}
            error={failed.error}
            onRetry={() => void failed.refetch()}
          />
        )}
        {isOpenToPerson && members.isPending && <Skeleton height={80} radius="md" />}
        {organization.data && members.data !== undefined && (
          <PeopleList org={org} owner={organization.data.owner} members={members.data} isManager={isManager} />
        )}
        {mayAdd && <AddPerson org={org} organization={name} />}
        {isManager && features.data?.organizationMemberManagement === false && (
          <Text size="sm" c="dimmed">
            {i18n.t('Administrators manage the members here. Ask one of them to add somebody.')}
          </Text>
        )}
        <CopyFact
          name={i18n.t('Address of this page, for people who may see it already')}
          value={window.location.href}
          what={i18n.t('the address of this page')}
        />
      </Stack>
    </section>
  );
}
