import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { keys } from '../api/keys.ts';
import { changePassword, featuresQuery } from '../api/session.ts';
import { DoneNote } from '../parts/done-note.tsx';
import { MissingNote } from '../parts/missing-note.tsx';
import { Problem } from '../parts/problem.tsx';
import { isUsable, NewPasswordFields, NO_PASSWORD, SHOW_PASSWORD } from '../passwords/new-password-fields.tsx';
import { PASSWORD_FORM } from './password-anchor.ts';
import { i18n } from '../languages/i18n.ts';

/** `userName` goes into a hidden field, so that password managers know whose password this is. */
export function PasswordForm({ userName }: { readonly userName: string }) {
  const queries = useQueryClient();
  const policy = useQuery(featuresQuery).data?.passwordPolicy ?? null;
  const [oldPassword, setOld] = useState('');
  const [next, setNext] = useState(NO_PASSWORD);
  const first = useRef<HTMLInputElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  // The hint about the first password leads here, past what stands above.
  useEffect(() => {
    if (hash !== PASSWORD_FORM) return;
    first.current?.focus({ preventScroll: true });
    first.current?.scrollIntoView({ block: 'center' });
  }, [hash]);
  const ready = oldPassword !== '' && isUsable(policy, next);

  const change = useMutation({
    mutationFn: changePassword,
    meta: { ownUnauthorized: true },
    onSuccess: async () => {
      setOld('');
      setNext(NO_PASSWORD);
      await queries.invalidateQueries({ queryKey: keys.session });
    },
  });

  return (
    <form
      id={PASSWORD_FORM}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) change.mutate({ oldPassword, newPassword: next.password });
      }}
    >
      <Stack>
        <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
        <PasswordInput
          ref={first}
          label={i18n.t('Current password')}
          required
          autoComplete="current-password"
          visibilityToggleButtonProps={SHOW_PASSWORD}
          value={oldPassword}
          onChange={(event) => setOld(event.currentTarget.value)}
        />
        <NewPasswordFields label={i18n.t('New password')} value={next} onChange={setNext} />
        {change.error !== null && (
          <Problem title={i18n.t('The password was not changed')} error={wrongPassword(change.error)} />
        )}
        {change.isSuccess && next.password === '' && (
          <DoneNote title={i18n.t('The password is changed')}>
            {i18n.t('Other devices have to sign in again, with the new one.')}
          </DoneNote>
        )}
        {!ready && <MissingNote />}
        <Button type="submit" loading={change.isPending} disabled={!ready} className="al-start">
          {i18n.t('Change the password')}
        </Button>
      </Stack>
    </form>
  );
}

const wrongPassword = (error: Error): Error =>
  error instanceof ApiError && error.status === 401
    ? new ApiError(401, i18n.t('The current password is not right. Type it again.'))
    : error;
