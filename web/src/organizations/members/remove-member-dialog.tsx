import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../../api/keys.ts';
import { removeMember } from '../../api/organizations.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

type RemoveMemberDialogProps = {
  readonly org: string;
  readonly userName: string;
  /** The member is the person asking. */
  readonly leaving: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
};

export function RemoveMemberDialog({ org, userName, leaving, opened, onClose }: RemoveMemberDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => removeMember(org, userName),
    onSuccess: async () => {
      onClose();
      if (leaving) await navigate({ to: '/' });
      await queries.invalidateQueries({ queryKey: leaving ? keys.organizations : keys.members(org) });
    },
  });
  return (
    <FormDialog
      title={leaving ? 'Leave this organization?' : `Remove ${userName}?`}
      opened={opened}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      submitLabel={leaving ? 'Leave' : 'Remove'}
      danger
      ready
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
    >
      <Text>
        {leaving
          ? 'You will no longer see what is private here. Somebody who manages the members can take you in again.'
          : `${userName} will no longer see what is private here. What ${userName} has uploaded stays.`}
      </Text>
    </FormDialog>
  );
}
