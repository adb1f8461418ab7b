import { Badge, Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ADMIN, DEACTIVATED, rolesQuery } from '../api/admin/roles.ts';
import { usersQuery } from '../api/admin/users.ts';
import { formatCount } from '../format/count.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { Section } from '../parts/section.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { DeleteRoleDialog } from './delete-role-dialog.tsx';
import { NewRoleDialog } from './new-role-dialog.tsx';

const MEANING: Readonly<Record<string, string>> = {
  [ADMIN]: 'May do and see everything, also these pages',
  [DEACTIVATED]: 'Cannot sign in',
};

export function RolesPage() {
  usePageTitle('Roles', 'Settings');
  const roles = useQuery(rolesQuery);
  const users = useQuery(usersQuery);
  const [creating, setCreating] = useState(false);
  const [deletion, setDeletion] = useState({ role: '', asking: false });
  const holders = (role: string): number => users.data?.filter((user) => user.roles.includes(role)).length ?? 0;

  const columns: readonly Column<string>[] = [
    {
      head: 'Role',
      names: true,
      cell: (role) => (
        <Badge variant="default" tt="none" fw={500} size="lg">
          {role}
        </Badge>
      ),
    },
    { head: 'Meaning', cell: (role) => MEANING[role] ?? 'A label' },
    {
      head: 'Users',
      cell: (role) => (
        <Link to="/settings/users" search={{ filter: role }} className="al-link">
          {formatCount(holders(role), 'user')}
        </Link>
      ),
    },
    {
      head: 'Actions',
      actions: true,
      cell: (role) =>
        MEANING[role] === undefined && (
          <span className="al-table-actions">
            <Button
              variant="default"
              aria-label={`Delete the role ${role}`}
              onClick={() => setDeletion({ role, asking: true })}
            >
              Delete…
            </Button>
          </span>
        ),
    },
  ];

  return (
    <div className="al-page">
      <PageHead title="Roles">
        <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
          New role
        </Button>
      </PageHead>
      <Section
        title="Roles people can have"
        detail="Two roles mean something to the service. All others are labels, for finding people and for other programs; what somebody may do in an organization is set among its members."
      >
        {roles.isPending && <Skeleton height={160} radius="md" />}
        {roles.error !== null && (
          <Problem title="The roles could not be read" error={roles.error} onRetry={() => void roles.refetch()} />
        )}
        {roles.data !== undefined && <Table label="Roles" columns={columns} rows={roles.data} keyOf={(role) => role} />}
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
