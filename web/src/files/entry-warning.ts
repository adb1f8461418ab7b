import type { Entry } from '../api/answers.ts';

/** What the service found wrong with the file's content, in a sentence; null when nothing. */
export function warningOf(entry: Entry): string | null {
  const warning = entry.properties?.['warning'];
  return typeof warning === 'string' && warning !== '' ? warning : null;
}
