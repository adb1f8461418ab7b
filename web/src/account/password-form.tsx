import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { keys } from '../api/keys.ts';
import { changePassword, featuresQuery } from '../api/session.ts';
import { Problem } from '../parts/problem.tsx';
import { passwordRules } from './password-rules.ts';
import { RuleList } from './rule-list.tsx';

const SHOW = { 'aria-label': 'Show the password' };

/** `userName` goes into a hidden field, so that password managers know whose password this is. */
export function PasswordForm({ userName }: { readonly userName: string }) {
  const queries = useQueryClient();
  const policy = useQuery(featuresQuery).data?.passwordPolicy ?? null;
  const [oldPassword, setOld] = useState('');
  const [newPassword, setNew] = useState('');
  const [repeated, setRepeated] = useState('');
  const rules = passwordRules(policy, newPassword);
  const differs = repeated !== '' && repeated !== newPassword;
  const ready = oldPassword !== '' && repeated === newPassword && rules.every(({ met }) => met);

  const change = useMutation({
    mutationFn: changePassword,
    meta: { ownUnauthorized: true },
    onSuccess: async () => {
      setOld('');
      setNew('');
      setRepeated('');
      await queries.invalidateQueries({ queryKey: keys.session });
    },
  });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) change.mutate({ oldPassword, newPassword });
      }}
    >
      <Stack>
        <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={SHOW}
          value={oldPassword}
          onChange={(event) => setOld(event.currentTarget.value)}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          aria-describedby="password-rules"
          visibilityToggleButtonProps={SHOW}
          value={newPassword}
          onChange={(event) => setNew(event.currentTarget.value)}
        />
        <RuleList id="password-rules" rules={rules} />
        <PasswordInput
          label="New password again"
          autoComplete="new-password"
          visibilityToggleButtonProps={SHOW}
          error={differs ? 'This is not the same as the new password.' : null}
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
        />
        {change.error !== null && <Problem title="The password was not changed" error={wrongPassword(change.error)} />}
        {change.isSuccess && newPassword === '' && (
          <Alert color="petrol" role="status" icon={<IconCheck />} title="The password is changed">
            Use the new one from now on.
          </Alert>
        )}
        <Button type="submit" loading={change.isPending} disabled={!ready} className="al-start">
          Change the password
        </Button>
      </Stack>
    </form>
  );
}

const wrongPassword = (error: Error): Error =>
  error instanceof ApiError && error.status === 401
    ? new ApiError(401, 'The current password is not right. Type it again.')
    : error;
