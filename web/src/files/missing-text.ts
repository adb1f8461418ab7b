import type { Entry } from '../api/answers.ts';
import { shownName } from './entry-path.ts';

/** Which files a held build waits for, in one line. */
export function missingText({ buildMissingDependencies }: Entry): string {
  const names = (buildMissingDependencies ?? []).map(shownName);
  return names.length === 0 ? 'Waits for companion files' : `Waits for ${names.join(', ')}`;
}
