import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createRole } from '../api/admin/roles.ts';
import { ApiError } from '../api/api-error.ts';
import { keys } from '../api/keys.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { i18n } from '../languages/i18n.ts';

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
      title={i18n.t('New role')}
      opened={opened}
      onClose={close}
      submitLabel={i18n.t('Create')}
      ready={name.trim() !== ''}
      busy={create.isPending}
      error={taken ? null : create.error}
      onSubmit={() => create.mutate(name.trim())}
    >
      <TextInput
        label={i18n.t('Name')}
        required
        data-autofocus
        autoComplete="off"
        value={name}
        error={taken ? i18n.t('There is a role of this name already.') : null}
        onChange={({ currentTarget: { value } }) => {
          create.reset();
          setName(value);
        }}
      />
    </FormDialog>
  );
}
