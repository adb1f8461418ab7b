import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createUser } from '../api/admin/users.ts';
import { ApiError } from '../api/api-error.ts';
import { keys } from '../api/keys.ts';
import { featuresQuery } from '../api/session.ts';
import { RoleChoice } from '../parts/fields/role-choice.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { isUsable, NewPasswordFields, NO_PASSWORD } from '../passwords/new-password-fields.tsx';
import { userNameProblem } from './user-name.ts';
import { i18n } from '../languages/i18n.ts';

type NewUserDialogProps = { readonly opened: boolean; readonly onClose: () => void };

const NOBODY = { userName: '', email: '', roles: [] as readonly string[], password: NO_PASSWORD };

export function NewUserDialog({ opened, onClose }: NewUserDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const policy = useQuery(featuresQuery).data?.passwordPolicy ?? null;
  const [person, setPerson] = useState(NOBODY);
  const close = (): void => {
    create.reset();
    setPerson(NOBODY);
    onClose();
  };
  const create = useMutation({
    mutationFn: createUser,
    onSuccess: async (_answer, { userName }) => {
      await queries.invalidateQueries({ queryKey: keys.users });
      close();
      await navigate({ to: '/settings/users/$user', params: { user: userName } });
    },
  });
  const taken = create.error instanceof ApiError && create.error.status === 409;
  const wrongName = person.userName === '' ? null : userNameProblem(person.userName);
  return (
    <FormDialog
      title={i18n.t('New user')}
      opened={opened}
      onClose={close}
      submitLabel={i18n.t('Create')}
      ready={person.userName !== '' && wrongName === null && isUsable(policy, person.password)}
      busy={create.isPending}
      error={taken ? null : create.error}
      onSubmit={() =>
        create.mutate({
          userName: person.userName,
          email: person.email.trim(),
          password: person.password.password,
          roles: person.roles,
        })
      }
    >
      <TextInput
        label={i18n.t('User name')}
        description={i18n.t('Only letters a-z and digits, no spaces or accents')}
        required
        data-autofocus
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={person.userName}
        error={taken ? i18n.t('Somebody has this name already.') : wrongName}
        onChange={({ currentTarget: { value } }) => {
          create.reset();
          setPerson({ ...person, userName: value.trim() });
        }}
      />
      <TextInput
        label={i18n.t('E-mail')}
        type="email"
        autoComplete="off"
        value={person.email}
        onChange={({ currentTarget: { value } }) => setPerson({ ...person, email: value })}
      />
      <NewPasswordFields
        label={i18n.t('Password')}
        value={person.password}
        onChange={(password) => setPerson({ ...person, password })}
      />
      <RoleChoice value={person.roles} onChange={(roles) => setPerson({ ...person, roles })} />
    </FormDialog>
  );
}
