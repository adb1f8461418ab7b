import type { Task } from '../../api/admin/system.ts';
import { CLEAN_UPS } from '../clean-up/clean-ups.ts';
import { DONE_WITH_FAILURES, importRoute } from '../import/import-outcome.ts';
import { plain } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';

/** What a state of the service is called here. */
export const STATE_NAMES: Readonly<Record<string, string>> = {
  Created: i18n.t('Created'),
  Enqueued: i18n.t('Waiting'),
  Scheduled: i18n.t('Scheduled'),
  Processing: i18n.t('Running'),
  Succeeded: i18n.t('Done'),
  Failed: i18n.t('Failed'),
  Deleted: i18n.t('Cancelled'),
};

export const stateName = (state: string): string =>
  state === DONE_WITH_FAILURES ? i18n.t('Done with failures') : (STATE_NAMES[state] ?? state);

/** Worth a look by somebody. */
export const isBad = (state: string): boolean => state === 'Failed' || state === DONE_WITH_FAILURES;

/** Jobs that no tool of a dataset does, by what they are called. */
export const TOOL_NAMES: Readonly<Record<string, string>> = {
  build: i18n.t('Build of a file'),
  'build-pending': i18n.t('Retry of builds that wait'),
  'import-dataset': i18n.t('Import of a dataset'),
  'import-organization': i18n.t('Import of an organization'),
  // A clean-up has the name of its section on the page that starts it.
  ...Object.fromEntries(CLEAN_UPS.flatMap(({ tool, name }) => (tool === undefined ? [] : [[tool, name]]))),
};

/** What a job is called; one this page does not know by its id: "new-tool" to "New tool". */
export function toolName(toolId: string): string {
  const known = TOOL_NAMES[toolId];
  if (known !== undefined) return known;
  const text = toolId.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a job is about: a file, a dataset, the way of an import, or the service as a whole. */
export const jobSubject = ({ orgSlug, dsSlug, path, import: way }: Task): string => {
  if (way) return importRoute(way);
  return orgSlug === null || dsSlug === null
    ? i18n.t('The service')
    : `${orgSlug}/${dsSlug}${path === null || path === '' ? '' : `/${plain(path)}`}`;
};
