import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { levelName, userOrganizationsQuery, type OwnOrganization } from '../api/organizations.ts';
import { Problem } from '../parts/problem.tsx';
import { Section } from '../parts/section.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { i18n } from '../languages/i18n.ts';

const COLUMNS: readonly Column<OwnOrganization>[] = [
  {
    head: i18n.t('Organization'),
    names: true,
    cell: ({ slug, name }) => (
      <Link to="/r/$org" params={{ org: slug }} className="al-link">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    head: i18n.t('Your rights'),
    cell: ({ isOwner, permissions }) => (isOwner || permissions === null ? i18n.t('Owner') : levelName(permissions)),
  },
];

export function OwnOrganizations({ userName }: { readonly userName: string }) {
  const organizations = useQuery(userOrganizationsQuery(userName));
  return (
    <Section title={i18n.t('Organizations')}>
      {organizations.isPending && <Skeleton height={60} radius="md" />}
      {organizations.error !== null && (
        <Problem title={i18n.t('Your organizations could not be read')} error={organizations.error} />
      )}
      {organizations.data?.length === 0 && <Text c="dimmed">{i18n.t('You are in no organization yet.')}</Text>}
      {organizations.data !== undefined && organizations.data.length > 0 && (
        <Table label={i18n.t('Organizations')} columns={COLUMNS} rows={organizations.data} keyOf={({ slug }) => slug} />
      )}
    </Section>
  );
}
