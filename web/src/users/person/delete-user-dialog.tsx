import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteUser, usersQuery, type User } from '../../api/admin/users.ts';
import { keys } from '../../api/keys.ts';
import { NameField } from '../../parts/fields/name-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { DeletionReportView } from './deletion-report.tsx';

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
        title={`${user.userName} is deleted`}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack>
          <DeletionReportView report={remove.data} />
          <Group justify="flex-end">
            <Button data-autofocus onClick={() => void leave()}>
              Back to the users
            </Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <FormDialog
      title={`Delete ${user.userName}?`}
      opened={opened}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      submitLabel="Delete"
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
      <Text>The account, its sign-ins and its tokens will be gone. This cannot be undone.</Text>
      <Radio.Group
        label="Organizations this person owns"
        value={hasSuccessor ? 'successor' : 'keep'}
        onChange={(value) => setHasSuccessor(value === 'successor')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="keep" label="Stay, without an owner" description="Members keep their rights" />
          <Radio value="successor" label="Get another owner" />
        </Stack>
      </Radio.Group>
      {hasSuccessor && (
        <NameField label="New owner" required value={successor} onChange={setSuccessor} names={others} />
      )}
    </FormDialog>
  );
}
