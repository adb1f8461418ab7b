import type { PasswordPolicy } from '../api/session.ts';
import { i18n } from '../languages/i18n.ts';

export type PasswordRule = { readonly text: string; readonly met: boolean };

/** The rules for a new password, each with whether it is met. Letters and digits are the service's: ASCII. */
export function passwordRules(policy: PasswordPolicy | null, password: string): readonly PasswordRule[] {
  if (policy === null) return [{ text: i18n.t('At least one character'), met: password.length > 0 }];
  const rules: readonly (PasswordRule & { readonly wanted: boolean })[] = [
    {
      wanted: true,
      text: i18n.t('At least {minLength} characters', { minLength: policy.minLength }),
      met: password.length >= policy.minLength,
    },
    { wanted: policy.requireUppercase, text: i18n.t('A capital letter'), met: /[A-Z]/.test(password) },
    { wanted: policy.requireLowercase, text: i18n.t('A small letter'), met: /[a-z]/.test(password) },
    { wanted: policy.requireDigit, text: i18n.t('A digit'), met: /[0-9]/.test(password) },
    {
      wanted: policy.requireNonAlphanumeric,
      text: i18n.t('A character that is neither letter nor digit'),
      met: /[^A-Za-z0-9]/.test(password),
    },
  ];
  return rules.filter(({ wanted }) => wanted).map(({ text, met }) => ({ text, met }));
}
