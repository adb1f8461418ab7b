import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Organization } from '../api/organizations.ts';
import { sessionQuery } from '../api/session.ts';
import { EditDeleteMenu } from '../parts/edit-delete-menu.tsx';
import { soon } from '../parts/soon.tsx';
import { i18n } from '../languages/i18n.ts';

const DeleteOrganizationDialog = soon(
  async () => (await import('./delete-organization-dialog.tsx')).DeleteOrganizationDialog,
);
const EditOrganizationDialog = soon(
  async () => (await import('./edit-organization-dialog.tsx')).EditOrganizationDialog,
);

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
        {i18n.t('Members')}
      </Button>
      <EditDeleteMenu
        label={i18n.t('Actions for this organization')}
        variant="default"
        mayEdit={mayEdit}
        mayDelete={mayDelete}
        onChoose={setOpen}
      />
      <EditOrganizationDialog organization={organization} opened={open === 'edit'} onClose={() => setOpen(null)} />
      <DeleteOrganizationDialog organization={organization} opened={open === 'delete'} onClose={() => setOpen(null)} />
    </>
  );
}
