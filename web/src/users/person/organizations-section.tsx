import { Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changeMembership, removeMembership } from '../../api/admin/users.ts';
import { keys } from '../../api/keys.ts';
import {
  LEVELS_TEXT,
  userOrganizationsQuery,
  type MemberLevel,
  type OwnOrganization,
} from '../../api/organizations.ts';
import { LevelSelect } from '../../parts/fields/level-select.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { AddMembership } from './add-membership.tsx';
import { i18n } from '../../languages/i18n.ts';

/** Where a person belongs, and with which rights. */
export function OrganizationsSection({ userName }: { readonly userName: string }) {
  const queries = useQueryClient();
  const organizations = useQuery(userOrganizationsQuery(userName));
  const changed = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: keys.userOrganizations(userName) });
    await queries.invalidateQueries({ queryKey: keys.users });
  };
  const change = useMutation({
    mutationFn: ({ slug, level }: { readonly slug: string; readonly level: MemberLevel }) =>
      changeMembership(userName, { orgSlug: slug, permissions: level }),
    onSuccess: changed,
  });
  const remove = useMutation({ mutationFn: (slug: string) => removeMembership(userName, slug), onSuccess: changed });
  const error = change.error ?? remove.error;

  const columns: readonly Column<OwnOrganization>[] = [
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
      head: i18n.t('Rights'),
      cell: ({ slug, name, isOwner, permissions }) =>
        isOwner || permissions === null ? (
          i18n.t('Owner')
        ) : (
          <LevelSelect
            aria-label={i18n.t('Rights in {name}', { name })}
            value={permissions}
            disabled={change.isPending}
            onChange={(level) => change.mutate({ slug, level })}
          />
        ),
    },
    {
      head: i18n.t('Actions'),
      actions: true,
      cell: ({ slug, name, isOwner }) =>
        !isOwner && (
          <span className="al-table-actions">
            <Button
              variant="default"
              aria-label={i18n.t('Remove from {name}', { name })}
              loading={remove.isPending && remove.variables === slug}
              onClick={() => remove.mutate(slug)}
            >
              {i18n.t('Remove')}
            </Button>
          </span>
        ),
    },
  ];

  return (
    <Section title={i18n.t('Organizations')} detail={LEVELS_TEXT}>
      {organizations.isPending && <Skeleton height={80} radius="md" />}
      {organizations.error !== null && (
        <Problem title={i18n.t('The organizations could not be read')} error={organizations.error} />
      )}
      {organizations.data?.length === 0 && <Text c="dimmed">{i18n.t('In no organization yet.')}</Text>}
      {organizations.data !== undefined && organizations.data.length > 0 && (
        <Table label={i18n.t('Organizations')} columns={columns} rows={organizations.data} keyOf={({ slug }) => slug} />
      )}
      {error !== null && <Problem title={i18n.t('The rights were not changed')} error={error} />}
      <AddMembership
        userName={userName}
        present={organizations.data?.map(({ slug }) => slug) ?? []}
        onAdded={changed}
      />
    </Section>
  );
}
