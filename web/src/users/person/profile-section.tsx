import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DEACTIVATED } from '../../api/admin/roles.ts';
import { changeUser, type User } from '../../api/admin/users.ts';
import { DoneNote } from '../../parts/done-note.tsx';
import { RoleChoice } from '../../parts/fields/role-choice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { useUserChange } from './use-user-change.ts';
import { i18n } from '../../languages/i18n.ts';

type ProfileSectionProps = { readonly user: User; readonly readOnly: boolean };

export function ProfileSection({ user, readOnly }: ProfileSectionProps) {
  // What is not being edited follows the service.
  const [draft, setDraft] = useState<{ readonly email?: string; readonly roles?: readonly string[] }>({});
  const email = draft.email ?? user.email;
  const roles = draft.roles ?? user.roles.filter((role) => role !== DEACTIVATED);
  const save = useUserChange(changeUser);
  const send = (): void => {
    // Whether a person is deactivated is decided elsewhere on this page, and kept here.
    const kept = user.roles.includes(DEACTIVATED) ? [DEACTIVATED] : [];
    const change = { userName: user.userName, email: email.trim(), roles: [...roles, ...kept] };
    save.mutate(change, { onSuccess: () => setDraft({}) });
  };
  return (
    <Section title={i18n.t('Profile and roles')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack>
          <TextInput
            label={i18n.t('E-mail')}
            type="email"
            autoComplete="off"
            readOnly={readOnly}
            value={email}
            onChange={(event) => setDraft({ ...draft, email: event.currentTarget.value })}
          />
          <RoleChoice value={roles} onChange={(value) => setDraft({ ...draft, roles: value })} disabled={readOnly} />
          {save.error !== null && <Problem title={i18n.t('The profile was not saved')} error={save.error} />}
          {save.isSuccess && <DoneNote title={i18n.t('The profile is saved')} />}
          {!readOnly && (
            <Button type="submit" loading={save.isPending} className="al-start">
              {i18n.t('Save the profile')}
            </Button>
          )}
        </Stack>
      </form>
    </Section>
  );
}
