import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionQuery } from '../api/session.ts';
import type { Organization } from '../api/types.ts';
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx';
import { EditOrganizationDialog } from './edit-organization-dialog.tsx';

/** The organization everybody shares; it cannot be deleted. */
const PUBLIC = 'public';

/** What can be done with an organization, beside its name. */
export function OrganizationMenu({ organization }: { readonly organization: Organization }) {
  const session = useQuery(sessionQuery);
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const { slug, permissions } = organization;
  if (!session.data) return null;
  const mayDelete = permissions?.canDelete === true && slug !== PUBLIC;
  const mayEdit = permissions?.canWrite === true;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUsers size={18} />}
        renderRoot={(props) => <Link to="/r/$org/-/members" params={{ org: slug }} {...props} />}
      >
        Members
      </Button>
      {(mayEdit || mayDelete) && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon variant="default" size="lg" aria-label="Actions for this organization">
              <IconDots size={20} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayEdit && (
              <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => setOpen('edit')}>
                Edit…
              </Menu.Item>
            )}
            {mayDelete && (
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={18} />}
                onClick={() => setOpen('delete')}
              >
                Delete…
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <EditOrganizationDialog organization={organization} opened={open === 'edit'} onClose={() => setOpen(null)} />
      <DeleteOrganizationDialog organization={organization} opened={open === 'delete'} onClose={() => setOpen(null)} />
    </>
  );
}
