import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../../api/keys.ts';
import { removeMember } from '../../api/organizations.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { i18n } from '../../languages/i18n.ts';

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
      title={leaving ? i18n.t('Leave this organization?') : i18n.t('Remove {userName}?', { userName })}
      opened={opened}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      submitLabel={leaving ? i18n.t('Leave') : i18n.t('Remove')}
      danger
      ready
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
    >
      <Text>
        {leaving
          ? i18n.t(
              'You will no longer see what is private here. Somebody who manages the members can take you in again.',
            )
          : i18n.t('{userName} will no longer see what is private here. What {userName} has uploaded stays.', {
              userName,
            })}
      </Text>
    </FormDialog>
  );
}
