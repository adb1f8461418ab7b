import type { Entry } from '../api/answers.ts';
import { shownName } from './entry-path.ts';
import { i18n } from '../languages/i18n.ts';

/** Which files a held build waits for, in one line. */
export function missingText({ buildMissingDependencies }: Entry): string {
  const names = (buildMissingDependencies ?? []).map(shownName);
  return names.length === 0
    ? i18n.t('Waits for companion files')
    : i18n.t('Waits for {names}', { names: names.join(', ') });
}
