import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN } from '../../api/admin/roles.ts';
import { usersQuery } from '../../api/admin/users.ts';
import { ApiError } from '../../api/api-error.ts';
import { keys } from '../../api/keys.ts';
import { addMember, type MemberLevel } from '../../api/organizations.ts';
import { sessionQuery } from '../../api/session.ts';
import { LevelSelect } from '../../parts/fields/level-select.tsx';
import { NameField } from '../../parts/fields/name-field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { i18n } from '../../languages/i18n.ts';

/** New members write, unless somebody says otherwise. */
const USUAL_LEVEL: MemberLevel = 1;

export function AddMember({ org }: { readonly org: string }) {
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  // Only administrators may list everybody; others type the name.
  const administrator = session.data?.roles.includes(ADMIN) === true;
  const users = useQuery({ ...usersQuery, enabled: administrator });
  const [userName, setUserName] = useState('');
  const [level, setLevel] = useState<MemberLevel>(USUAL_LEVEL);
  const add = useMutation({
    mutationFn: () => addMember(org, { userName: userName.trim(), permissions: level }),
    onSuccess: async () => {
      setUserName('');
      await queries.invalidateQueries({ queryKey: keys.members(org) });
    },
  });
  return (
    <Section title={i18n.t('Add a member')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (userName.trim() !== '') add.mutate();
        }}
      >
        <Stack gap="sm">
          <div className="al-field-row">
            <NameField
              label={i18n.t('User name')}
              required
              value={userName}
              onChange={setUserName}
              names={users.data?.map((user) => user.userName) ?? []}
            />
            <LevelSelect label={i18n.t('Rights')} value={level} onChange={setLevel} />
            <Button type="submit" disabled={userName.trim() === ''} loading={add.isPending}>
              {i18n.t('Add')}
            </Button>
          </div>
          {add.error !== null && <Problem title={i18n.t('Nobody was added')} error={unknownName(add.error)} />}
        </Stack>
      </form>
    </Section>
  );
}

const unknownName = (error: Error): Error =>
  error instanceof ApiError && error.status === 404
    ? new ApiError(404, i18n.t('Nobody has this user name. Check how it is written.'))
    : error;
