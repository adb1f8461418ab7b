import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setPassword } from '../../api/admin/users.ts';
import { featuresQuery } from '../../api/session.ts';
import { DoneNote } from '../../parts/done-note.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { isUsable, NewPasswordFields, NO_PASSWORD } from '../../passwords/new-password-fields.tsx';
import { useUserChange } from './use-user-change.ts';
import { i18n } from '../../languages/i18n.ts';

/** A new password for somebody who has lost theirs. */
export function PasswordSection({ userName }: { readonly userName: string }) {
  const policy = useQuery(featuresQuery).data?.passwordPolicy ?? null;
  const [next, setNext] = useState(NO_PASSWORD);
  const save = useUserChange((password: string) => setPassword(userName, password));
  const ready = isUsable(policy, next);
  return (
    <Section
      title={i18n.t('Reset the password')}
      detail={i18n.t(
        'This person is signed out everywhere and signs in with the new one. Access tokens and links end, too.',
      )}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) save.mutate(next.password, { onSuccess: () => setNext(NO_PASSWORD) });
        }}
      >
        <Stack>
          <input type="text" name="username" autoComplete="off" value={userName} readOnly hidden />
          <NewPasswordFields label={i18n.t('New password')} value={next} onChange={setNext} />
          {save.error !== null && <Problem title={i18n.t('The password was not changed')} error={save.error} />}
          {save.isSuccess && next.password === '' && (
            <DoneNote title={i18n.t('The password is changed')}>
              {i18n.t('Tell it to {userName} in a safe way.', { userName })}
            </DoneNote>
          )}
          <Button type="submit" variant="default" disabled={!ready} loading={save.isPending} className="al-start">
            {i18n.t('Set the password')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
