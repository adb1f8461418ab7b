import { Badge, Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ADMIN, DEACTIVATED, rolesQuery } from '../api/admin/roles.ts';
import { usersQuery } from '../api/admin/users.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { Section } from '../parts/section.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { DeleteRoleDialog } from './delete-role-dialog.tsx';
import { NewRoleDialog } from './new-role-dialog.tsx';
import { i18n } from '../languages/i18n.ts';

const MEANING: Readonly<Record<string, string>> = {
  [ADMIN]: i18n.t('May do and see everything, also these pages'),
  [DEACTIVATED]: i18n.t('Cannot sign in'),
};

export function RolesPage() {
  usePageTitle(i18n.t('Roles'), i18n.t('Settings'));
  const roles = useQuery(rolesQuery);
  const users = useQuery(usersQuery);
  const [creating, setCreating] = useState(false);
  const [deletion, setDeletion] = useState({ role: '', asking: false });
  const holders = (role: string): number => users.data?.filter((user) => user.roles.includes(role)).length ?? 0;

  const columns: readonly Column<string>[] = [
    {
      head: i18n.t('Role'),
      names: true,
      cell: (role) => (
        <Badge variant="default" tt="none" fw={500} size="lg">
          {role}
        </Badge>
      ),
    },
    { head: i18n.t('Meaning'), cell: (role) => MEANING[role] ?? i18n.t('A label') },
    {
      head: i18n.t('Users'),
      cell: (role) => (
        <Link to="/settings/users" search={{ filter: role }} className="al-link">
          {i18n.t('{holders, plural, one {# user} other {# users}}', { holders: holders(role) })}
        </Link>
      ),
    },
    {
      head: i18n.t('Actions'),
      actions: true,
      cell: (role) =>
        MEANING[role] === undefined && (
          <span className="al-table-actions">
            <Button
              variant="default"
              aria-label={i18n.t('Delete the role {role}', { role })}
              onClick={() => setDeletion({ role, asking: true })}
            >
              {i18n.t('Delete…')}
            </Button>
          </span>
        ),
    },
  ];

  return (
    <div className="al-page">
      <PageHead title={i18n.t('Roles')}>
        <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
          {i18n.t('New role')}
        </Button>
      </PageHead>
      <Section
        title={i18n.t('Roles people can have')}
        detail={i18n.t(
          'Two roles mean something to the service. All others are labels, for finding people and for other programs; what somebody may do in an organization is set among its members.',
        )}
      >
        {roles.isPending && <Skeleton height={160} radius="md" />}
        {roles.error !== null && (
          <Problem
            title={i18n.t('The roles could not be read')}
            error={roles.error}
            onRetry={() => void roles.refetch()}
          />
        )}
        {roles.data !== undefined && (
          <Table label={i18n.t('Roles')} columns={columns} rows={roles.data} keyOf={(role) => role} />
        )}
      </Section>
      <NewRoleDialog opened={creating} onClose={() => setCreating(false)} />
      <DeleteRoleDialog
        role={deletion.role}
        holders={holders(deletion.role)}
        opened={deletion.asking}
        onClose={() => setDeletion({ ...deletion, asking: false })}
      />
    </div>
  );
}
