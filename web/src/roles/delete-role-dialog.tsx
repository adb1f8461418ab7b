import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteRole } from '../api/admin/roles.ts';
import { keys } from '../api/keys.ts';
import { formatCount } from '../format/count.ts';
import { FormDialog } from '../parts/form-dialog.tsx';

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
      title="Delete this role?"
      opened={opened}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      submitLabel="Delete"
      danger
      ready
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(role)}
    >
      <Text className="al-break">
        <strong>{role}</strong>
        {holders === 0 ? ' is given to nobody.' : ` will be taken from ${formatCount(holders, 'user')}.`} Nobody gains
        or loses a right by it.
      </Text>
    </FormDialog>
  );
}
