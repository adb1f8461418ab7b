import { PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { featuresQuery, type PasswordPolicy } from '../api/session.ts';
import { passwordRules } from './password-rules.ts';
import { RuleList } from './rule-list.tsx';
import { i18n } from '../languages/i18n.ts';

export const SHOW_PASSWORD = { 'aria-label': i18n.t('Show the password') };

export type NewPassword = { readonly password: string; readonly repeated: string };

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' };

/** True when it keeps the rules and was typed the same twice. */
export const isUsable = (policy: PasswordPolicy | null, { password, repeated }: NewPassword): boolean =>
  repeated === password && passwordRules(policy, password).every(({ met }) => met);

type NewPasswordFieldsProps = {
  readonly label: string;
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
};

/** A new password, typed twice, with the rules it has to keep marked as they are met. */
export function NewPasswordFields({ label, value, onChange }: NewPasswordFieldsProps) {
  const policy = useQuery(featuresQuery).data?.passwordPolicy ?? null;
  const rulesId = useId();
  const differs = value.repeated !== '' && value.repeated !== value.password;
  return (
    <>
      <PasswordInput
        label={label}
        required
        autoComplete="new-password"
        aria-describedby={rulesId}
        visibilityToggleButtonProps={SHOW_PASSWORD}
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      />
      <RuleList id={rulesId} rules={passwordRules(policy, value.password)} />
      <PasswordInput
        label={i18n.t('{label} again', { label })}
        required
        autoComplete="new-password"
        visibilityToggleButtonProps={SHOW_PASSWORD}
        error={differs ? i18n.t('This is not the same as the password above.') : null}
        value={value.repeated}
        onChange={(event) => onChange({ ...value, repeated: event.currentTarget.value })}
      />
    </>
  );
}
