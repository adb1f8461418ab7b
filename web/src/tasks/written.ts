import type { TaskDetails } from '../api/tasks.ts';

/** What a task left in its dataset: one file, or so many files in a folder ('' is the top of the dataset). */
export type Written =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'files'; readonly folder: string; readonly count: number };

type Told = Pick<TaskDetails, 'state' | 'undoneAt' | 'changedEntries' | 'facts' | 'params'>;

/** Undefined where a task left nothing, or it is not known where, or it was taken back, or it is in another dataset. */
export function writtenBy({ state, undoneAt, changedEntries, facts, params }: Told): Written | undefined {
  if (state !== 'Succeeded' || undoneAt !== null || changedEntries === 0 || facts === null) return undefined;
  const { files, dataset } = facts;
  const folder = params['destPath'] ?? '';
  if (typeof files === 'number' && dataset === undefined && typeof folder === 'string')
    return files === 0 ? undefined : { kind: 'files', folder: folder.replace(/\/$/, ''), count: files };
  const path = facts['outputPath'] ?? facts['path'];
  return changedEntries === 1 && typeof path === 'string' ? { kind: 'file', path } : undefined;
}
