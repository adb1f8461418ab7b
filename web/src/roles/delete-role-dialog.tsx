import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteRole } from '../api/admin/roles.ts';
import { keys } from '../api/keys.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { i18n } from '../languages/i18n.ts';
import { Trans } from '../languages/trans.tsx';

type DeleteRoleDialogProps = {
  readonly role: string;
  /** How many people have it. */
  readonly holders: number;
  readonly opened: boolean;
  readonly onClose: () => void;
};

export function DeleteRoleDialog({ role, holders, opened, onClose }: DeleteRoleDialogProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteRole,
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: keys.roles });
      await queries.invalidateQueries({ queryKey: keys.users });
    },
  });
  return (
    <FormDialog
      title={i18n.t('Delete this role?')}
      opened={opened}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      submitLabel={i18n.t('Delete')}
      danger
      ready
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(role)}
    >
      <Text className="al-break">
        {holders === 0 ? (
          <Trans
            id="<0>{role}</0> is given to nobody. Nobody gains or loses a right by it."
            values={{ role }}
            components={{ 0: <strong /> }}
          />
        ) : (
          <Trans
            id="<0>{role}</0> will be taken from {holders, plural, one {# user} other {# users}}. Nobody gains or loses a right by it."
            values={{ role, holders }}
            components={{ 0: <strong /> }}
          />
        )}
      </Text>
    </FormDialog>
  );
}
