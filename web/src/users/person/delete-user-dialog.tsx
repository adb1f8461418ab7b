import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteUser, usersQuery, type User } from '../../api/admin/users.ts';
import { keys } from '../../api/keys.ts';
import { NameField } from '../../parts/fields/name-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { DeletionReportView } from './deletion-report.tsx';
import { i18n } from '../../languages/i18n.ts';

type DeleteUserDialogProps = { readonly user: User; readonly opened: boolean; readonly onClose: () => void };

/** Asks what becomes of a person's organizations, and then tells what did. */
export function DeleteUserDialog({ user, opened, onClose }: DeleteUserDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const users = useQuery(usersQuery);
  const [hasSuccessor, setHasSuccessor] = useState(false);
  const [successor, setSuccessor] = useState('');
  const remove = useMutation({ mutationFn: deleteUser });
  const others = users.data?.map(({ userName }) => userName).filter((name) => name !== user.userName) ?? [];

  const leave = async (): Promise<void> => {
    // Forgotten and not only stale, which would show the person in the list until it is read again.
    queries.removeQueries({ queryKey: keys.users });
    await navigate({ to: '/settings/users' });
  };
  if (remove.data !== undefined) {
    return (
      <Modal
        opened={opened}
        onClose={() => void leave()}
        title={i18n.t('{userName} is deleted', { userName: user.userName })}
        centered
        closeButtonProps={{ 'aria-label': i18n.t('Close') }}
      >
        <Stack>
          <DeletionReportView report={remove.data} />
          <Group justify="flex-end">
            <Button data-autofocus onClick={() => void leave()}>
              {i18n.t('Back to the users')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <FormDialog
      title={i18n.t('Delete {userName}?', { userName: user.userName })}
      opened={opened}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      submitLabel={i18n.t('Delete')}
      danger
      ready={!hasSuccessor || others.includes(successor.trim())}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate({
          userName: user.userName,
          ...(hasSuccessor ? { successor: successor.trim() } : {}),
        })
      }
    >
      <Text>{i18n.t('The account, its sign-ins and its tokens will be gone. This cannot be undone.')}</Text>
      <Radio.Group
        label={i18n.t('Organizations this person owns')}
        value={hasSuccessor ? 'successor' : 'keep'}
        onChange={(value) => setHasSuccessor(value === 'successor')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="keep"
            label={i18n.t('Stay, without an owner')}
            description={i18n.t('Members keep their rights')}
          />
          <Radio value="successor" label={i18n.t('Get another owner')} />
        </Stack>
      </Radio.Group>
      {hasSuccessor && (
        <NameField label={i18n.t('New owner')} required value={successor} onChange={setSuccessor} names={others} />
      )}
    </FormDialog>
  );
}
