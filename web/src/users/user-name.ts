import { i18n } from '../languages/i18n.ts';

/** Longest name the service takes. */
const MAX_LENGTH = 127;

/** Says what is wrong with a user name, or null when it may be sent. */
export function userNameProblem(name: string): string | null {
  if (name.length > MAX_LENGTH) return i18n.t('Use at most {MAX_LENGTH} characters.', { MAX_LENGTH });
  return /^[A-Za-z0-9]+$/.test(name) ? null : i18n.t('Use letters without accents and digits only.');
}
