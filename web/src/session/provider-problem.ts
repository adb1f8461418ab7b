import { i18n } from '../languages/i18n.ts';

/** `?problem=` of a page whose session ended while it was open. */
export const SIGNED_OUT = 'signed-out';

/** What the service says in `?problem=` when somebody comes back from the sign-in provider without being signed in. */
const WORDS: Readonly<Record<string, string>> = {
  cancelled: i18n.t('You stopped signing in at the provider. Nothing was changed.'),
  expired: i18n.t('It took too long, or began in another browser. Start again.'),
  'provider-away': i18n.t('The provider does not answer. Try again later, or ask the administrator.'),
  deactivated: i18n.t('Your account here is deactivated. Ask the administrator.'),
  'name-taken': i18n.t('Another user here has the name you have at the provider. Ask the administrator.'),
  'name-unusable': i18n.t('The provider tells no name for you that can be used here. Ask the administrator.'),
};

/** Words for a problem; also for one these pages do not know, whose text is never shown: anybody can write an address. */
export function providerProblem(problem: string): string {
  return Object.hasOwn(WORDS, problem)
    ? WORDS[problem]!
    : i18n.t('What the provider sent could not be trusted. Start again.');
}
