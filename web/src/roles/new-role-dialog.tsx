import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createRole } from '../api/admin/roles.ts';
import { ApiError } from '../api/api-error.ts';
import { keys } from '../api/keys.ts';
import { FormDialog } from '../parts/form-dialog.tsx';

type NewRoleDialogProps = { readonly opened: boolean; readonly onClose: () => void };

export function NewRoleDialog({ opened, onClose }: NewRoleDialogProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const close = (): void => {
    create.reset();
    setName('');
    onClose();
  };
  const create = useMutation({
    mutationFn: createRole,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.roles });
      close();
    },
  });
  const taken = create.error instanceof ApiError && create.error.status === 409;
  return (
    <FormDialog
      title="New role"
      opened={opened}
      onClose={close}
      submitLabel="Create"
      ready={name.trim() !== ''}
      busy={create.isPending}
      error={taken ? null : create.error}
      onSubmit={() => create.mutate(name.trim())}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        value={name}
        error={taken ? 'There is a role of this name already.' : null}
        onChange={({ currentTarget: { value } }) => {
          create.reset();
          setName(value);
        }}
      />
    </FormDialog>
  );
}
