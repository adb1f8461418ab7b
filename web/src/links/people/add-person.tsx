import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN } from '../../api/admin/roles.ts';
import { usersQuery } from '../../api/admin/users.ts';
import { ApiError } from '../../api/api-error.ts';
import { keys } from '../../api/keys.ts';
import { addMember, type MemberLevel } from '../../api/organizations.ts';
import { sessionQuery } from '../../api/session.ts';
import { NameField } from '../../parts/fields/name-field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { i18n } from '../../languages/i18n.ts';
import { Trans } from '../../languages/trans.tsx';

const [READ, WRITE]: readonly MemberLevel[] = [0, 1];
const RIGHTS = [
  { value: String(READ), label: i18n.t('Read') },
  { value: String(WRITE), label: i18n.t('Write') },
];

type AddPersonProps = {
  readonly org: string;
  /** Its name. */
  readonly organization: string;
};

/** Lets somebody with an account see the dataset, and all others of the organization. */
export function AddPerson({ org, organization }: AddPersonProps) {
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  // Only administrators may list everybody; others type the name.
  const isAdministrator = session.data?.roles.includes(ADMIN) === true;
  const users = useQuery({ ...usersQuery, enabled: isAdministrator });
  const [userName, setUserName] = useState('');
  const [right, setRight] = useState(String(READ));
  const add = useMutation({
    mutationFn: (name: string) => addMember(org, { userName: name, permissions: right === String(WRITE) ? 1 : 0 }),
    onSuccess: async () => {
      setUserName('');
      await queries.invalidateQueries({ queryKey: keys.members(org) });
    },
  });
  const name = userName.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') add.mutate(name);
      }}
    >
      <Stack gap="xs">
        <div className="al-field-row al-people-add">
          <NameField
            label={i18n.t('Add a person by user name')}
            value={userName}
            onChange={setUserName}
            names={users.data?.map((user) => user.userName) ?? []}
          />
          <NativeSelect
            label={i18n.t('Right')}
            data={RIGHTS}
            value={right}
            onChange={(event) => setRight(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={name === ''} loading={add.isPending}>
            {i18n.t('Add')}
          </Button>
        </div>
        <Text size="sm" c="dimmed">
          <Trans
            id="The person becomes a member of <0>{organization}</0> and sees all its datasets. To show only this one, send a link."
            values={{ organization }}
            components={{ 0: <bdi /> }}
          />
        </Text>
        <Text size="sm" role="status">
          {add.isSuccess && i18n.t('{name} was added.', { name: add.variables })}
        </Text>
        {add.error !== null && <Problem title={i18n.t('Nobody was added')} error={inPlainWords(add.error)} />}
      </Stack>
    </form>
  );
}

const inPlainWords = (error: Error): Error =>
  error instanceof ApiError && error.status === 404
    ? new ApiError(404, i18n.t('Nobody has this user name. Check how it is written.'))
    : error;
