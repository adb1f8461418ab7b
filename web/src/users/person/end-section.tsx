import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DEACTIVATED, isDeactivated } from '../../api/admin/roles.ts';
import { changeUser, type User } from '../../api/admin/users.ts';
import { sessionQuery } from '../../api/session.ts';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { soon } from '../../parts/soon.tsx';
import { useUserChange } from './use-user-change.ts';
import { i18n } from '../../languages/i18n.ts';

const DeleteUserDialog = soon(async () => (await import('./delete-user-dialog.tsx')).DeleteUserDialog);

/** Locking a person out, for now or for ever. */
export function EndSection({ user }: { readonly user: User }) {
  const [deleting, setDeleting] = useState(false);
  const session = useQuery(sessionQuery);
  const self = session.data?.userName.toLowerCase() === user.userName.toLowerCase();
  const off = isDeactivated(user);
  const change = useUserChange((roles: readonly string[]) => changeUser({ userName: user.userName, roles }));
  const others = user.roles.filter((role) => role !== DEACTIVATED);
  return (
    <Section
      title={i18n.t('Deactivate or delete')}
      detail={
        self
          ? i18n.t('This is your own account. Another administrator can deactivate or delete it.')
          : i18n.t('A deactivated person is signed out and cannot sign in; nothing is lost, and it can be undone.')
      }
    >
      {change.error !== null && <Problem title={i18n.t('This was not changed')} error={change.error} />}
      {!self && (
        <Group gap="sm">
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate(off ? others : [...others, DEACTIVATED])}
          >
            {off ? i18n.t('Activate') : i18n.t('Deactivate')}
          </Button>
          <Button color="red" variant="light" onClick={() => setDeleting(true)}>
            {i18n.t('Delete…')}
          </Button>
        </Group>
      )}
      <DeleteUserDialog user={user} opened={deleting} onClose={() => setDeleting(false)} />
    </Section>
  );
}
