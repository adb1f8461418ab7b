import type { Task } from '../../api/admin/system-types.ts';

/** What a state of the service is called here. */
export const STATE_NAMES: Readonly<Record<string, string>> = {
  Created: 'Created',
  Enqueued: 'Waiting',
  Scheduled: 'Waiting to be tried again',
  Processing: 'Running',
  Succeeded: 'Done',
  Failed: 'Failed',
  Deleted: 'Cancelled',
};

export const stateName = (state: string): string => STATE_NAMES[state] ?? state;

/** "build" to "Build", "import-dataset" to "Import dataset". */
export function toolName(toolId: string): string {
  const text = toolId.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a job is about: a file, a dataset, or the service as a whole. */
export const jobSubject = ({ orgSlug, dsSlug, path }: Task): string =>
  orgSlug === null || dsSlug === null
    ? 'The service'
    : `${orgSlug}/${dsSlug}${path === null || path === '' ? '' : `/${path}`}`;
